#!/usr/bin/env python3
"""The nets of `philidor bench --nets`, in PyTorch: positions learnt from per CPU second, one thread.

Optional; not part of `make test`. Install PyTorch first, for example:
    python3 -m venv /tmp/torch && /tmp/torch/bin/pip install torch
    /tmp/torch/bin/python tools/bench_pytorch.py
"""
import time

import torch

torch.set_num_threads(1)
SHAPES = [
    ("32-32-5-2", torch.nn.Sigmoid, torch.nn.Sigmoid),
    ("175-80-1", torch.nn.Tanh, torch.nn.Tanh),
    ("175-165-175", torch.nn.Tanh, torch.nn.Identity),
]
SECONDS = 2.0

for text, hidden, output in SHAPES:
    sizes = [int(n) for n in text.split("-")]
    layers = []
    for i, (a, b) in enumerate(zip(sizes, sizes[1:])):
        layers += [torch.nn.Linear(a, b), (output if i == len(sizes) - 2 else hidden)()]
    for batch in (1, 64, 256):
        net = torch.nn.Sequential(*layers)
        steps = torch.optim.SGD(net.parameters(), lr=0.01)
        x, t = torch.rand(batch, sizes[0]), torch.rand(batch, sizes[-1])

        def step():
            steps.zero_grad()
            torch.nn.functional.mse_loss(net(x), t).backward()
            steps.step()

        for _ in range(20):
            step()
        started, done = time.process_time(), 0
        while time.process_time() - started < SECONDS:
            step()
            done += batch
        rate = done / (time.process_time() - started)
        print(f"{text:<12} learning, batches of {batch:<4} {rate:12.0f} positions per CPU-s")

# Nets with two perspectives: 24 of 768 inputs are on for each side, summed by an embedding bag; squared clipped sums, one output, Adam.
PAIRS, MEN = 16_384, 24
for neurons in (64, 128):
    first = torch.nn.EmbeddingBag(768, neurons, mode="sum")
    bias = torch.nn.Parameter(torch.full((neurons,), 0.2))
    last = torch.nn.Linear(2 * neurons, 1)
    steps = torch.optim.Adam([*first.parameters(), bias, *last.parameters()], lr=1e-6)
    sides = [torch.randint(0, 768, (PAIRS, MEN)) for _ in range(2)]
    target = torch.full((PAIRS, 1), 0.5)

    def step():
        steps.zero_grad()
        seen = torch.cat([(first(side) + bias).clamp(0, 1) ** 2 for side in sides], 1)
        torch.nn.functional.mse_loss(torch.sigmoid(last(seen)), target).backward()
        steps.step()

    step()
    started, done = time.process_time(), 0
    while time.process_time() - started < SECONDS:
        step()
        done += PAIRS
    rate = done / (time.process_time() - started)
    print(f"768-{neurons}x2-1".ljust(12), f"learning, batches of {PAIRS} {rate:12.0f} positions per CPU-s")
