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
