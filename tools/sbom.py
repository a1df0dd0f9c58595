#!/usr/bin/env python3
"""What the program is made of, as a CycloneDX 1.5 document on standard output: tools/sbom.py [TARGET-TRIPLE]

Everything comes from `cargo metadata --locked` (normal and build dependencies of the program, no test tools) and from Cargo.lock (checksums); nothing is
fetched. The same lock file gives the same bytes.
"""

import json
import os
import subprocess
import sys
import tomllib

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PROGRAM = "philidor"


def main():
    triple = sys.argv[1] if len(sys.argv) > 1 else "x86_64-unknown-linux-gnu"
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", triple]
    told = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in told["packages"]}
    nodes = {node["id"]: node for node in told["resolve"]["nodes"]}
    with open(os.path.join(ROOT, "Cargo.lock"), "rb") as lock:
        sums = {(p["name"], p["version"]): p.get("checksum") for p in tomllib.load(lock)["package"]}

    def needed(node):
        """Packages that the build of this one needs."""
        return [d["pkg"] for d in node["deps"] if any(kind["kind"] in (None, "build") for kind in d["dep_kinds"])]

    root = next(p["id"] for p in told["packages"] if p["name"] == PROGRAM)
    found, left = {root}, [root]
    while left:
        for package in needed(nodes[left.pop()]):
            if package not in found:
                found.add(package)
                left.append(package)

    def purl(package):
        return f"pkg:cargo/{package['name']}@{package['version']}"

    def component(package):
        own = package["source"] is None
        made = {
            "type": "application" if package["name"] == PROGRAM else "library",
            "bom-ref": purl(package),
            "name": package["name"],
            "version": package["version"],
            "purl": purl(package),
            "scope": "required",
        }
        if package["description"]:
            made["description"] = " ".join(package["description"].split())
        if package["license"]:
            made["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
        checksum = sums.get((package["name"], package["version"]))
        if checksum and not own:
            made["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        return made

    ordered = sorted((packages[id] for id in found), key=lambda p: (p["name"], p["version"]))
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component(packages[root])},
        "components": [component(p) for p in ordered if p["id"] != root],
        "dependencies": [
            {"ref": purl(p), "dependsOn": sorted({purl(packages[d]) for d in needed(nodes[p["id"]])})} for p in ordered
        ],
    }
    json.dump(document, sys.stdout, indent=1, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
