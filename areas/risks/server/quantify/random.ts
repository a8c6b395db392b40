/**
 * xoshiro128** 1.1 by Blackman and Vigna (public domain), 32 bits at a time, seeded by splitmix32. The same seed gives the same numbers on every machine and in every
 * version of the product; `Math.random` gives neither.
 */
export class Random {
  /** Whole numbers of 32 bits stay so in here; as fields of an object they would be made anew each time. */
  readonly #state = new Int32Array(4)

  constructor(seed: number, stream = 0, step = 0) {
    this.reseed(seed, stream, step)
  }

  /** Begins anew where these three lead; what they differ in leads to numbers that have nothing to do with each other. */
  reseed(seed: number, stream = 0, step = 0): void {
    this.begin(streamOf(seed, stream), step)
  }

  /** The same where seed and stream were mixed already, see `streamOf`. */
  begin(of: number, step: number): void {
    const start = mixed(of ^ step)
    const state = this.#state
    state[0] = mixed(start + golden)
    state[1] = mixed(start + 2 * golden)
    state[2] = mixed(start + 3 * golden)
    // All four nothing would stay nothing.
    state[3] = mixed(start + 4 * golden) | 1
  }

  /** A number strictly between 0 and 1: the middle of one of 2³² equal parts. */
  next(): number {
    const state = this.#state
    const b = state[1] as number
    const result = Math.imul(rotated(Math.imul(b, 5), 7), 9)
    const c = (state[2] as number) ^ (state[0] as number)
    const d = (state[3] as number) ^ b
    state[1] = b ^ c
    state[0] = (state[0] as number) ^ d
    state[2] = c ^ (b << 9)
    state[3] = rotated(d, 11)
    return ((result >>> 0) + 0.5) / 4_294_967_296
  }
}

/** Seed and stream in one number, for whoever begins anew at each step. */
export const streamOf = (seed: number, stream: number): number => mixed(mixed(seed | 0) ^ stream)

/** What splitmix32 goes on by: 2³² divided by the golden ratio, made odd. */
const golden = 0x9e3779b9 | 0

const rotated = (x: number, by: number): number => (x << by) | (x >>> (32 - by))

/** The finaliser of splitmix32: each bit of what comes out depends on all that went in. */
function mixed(x: number): number {
  let z = x | 0
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
  return z ^ (z >>> 15)
}
