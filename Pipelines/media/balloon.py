#!/usr/bin/env python3
"""Draws balloon.mp4: a balloon that drifts before a green ground, lit unevenly and shining on the balloon's rim.

Needs numpy and ffmpeg:  python3 balloon.py balloon.mp4
"""
import subprocess
import sys

import numpy as np

WIDTH, HEIGHT, RATE, COUNT, RADIUS = 640, 360, 24, 96, 84
GROUND = np.array([22, 160, 72])
RED, CREAM, WICKER, ROPE = (np.array(c) for c in ([222, 60, 48], [250, 232, 198], [140, 95, 55], [70, 60, 40]))


def over(below, color, share):
    return below + (color - below) * share[..., None]


def frame(seconds, noise):
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(float)
    dx = x - (118 + 104 * seconds)
    dy = y - (132 + 16 * np.sin(np.pi * seconds / 2))
    below = np.clip(dy / RADIUS, 0, 1)
    distance = np.hypot(dx / (1 - 0.45 * below**2), dy / (1 + 0.2 * below))
    light = 1.1 - 0.5 * (((x - WIDTH / 2) / WIDTH) ** 2 + ((y - HEIGHT / 2) / HEIGHT) ** 2)
    ground = GROUND * light[..., None]

    around = np.sqrt(np.clip(1 - (dy / (1.2 * RADIUS)) ** 2, 0.0025, 1))
    turn = np.arcsin(np.clip(dx / RADIUS / around / (1 - 0.1 * below), -1, 1))
    stripe = np.where((np.floor(8.5 + 2.6 * turn) % 2 == 0)[..., None], RED, CREAM)
    envelope = stripe * (0.82 - 0.22 * dx / RADIUS - 0.2 * dy / RADIUS)[..., None]
    envelope = over(envelope, ground, 0.22 * np.clip(distance / RADIUS, 0, 1) ** 4)

    ropes = np.clip(1.2 - np.abs(np.abs(dx) - 13 - 0.35 * (127 - dy)), 0, 1) * ((dy > 92) & (dy < 128))
    basket = np.clip(15.5 - np.abs(dx), 0, 1) * np.clip(dy - 127, 0, 1) * np.clip(150 - dy, 0, 1)
    picture = over(ground, ROPE, ropes)
    picture = over(picture, envelope, np.clip((RADIUS - distance) / 1.5 + 0.5, 0, 1))
    picture = over(picture, WICKER * (0.85 + 0.15 * np.sin(dx))[..., None], basket)
    return np.clip(picture + noise.normal(0, 1.2, picture.shape), 0, 255).round().astype(np.uint8)


def main(target):
    noise = np.random.Generator(np.random.PCG64(7))
    command = f"""ffmpeg -y -v error -f rawvideo -pix_fmt rgb24 -s {WIDTH}x{HEIGHT} -r {RATE} -i -
        -vf scale=out_color_matrix=bt709:out_range=tv,format=yuv420p -c:v libx264 -crf 21 -preset slow -threads 1
        -color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv
        -map_metadata -1 -fflags +bitexact -flags:v +bitexact -movflags +faststart""".split()
    with subprocess.Popen(command + [target], stdin=subprocess.PIPE) as encoder:
        for number in range(COUNT):
            encoder.stdin.write(frame(number / RATE, noise).tobytes())
    return encoder.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
