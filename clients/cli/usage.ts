/** What the command ends with. */
export const exits = { done: 0, outside: 1, usage: 2, refused: 3, unreachable: 4 } as const
export type Exit = (typeof exits)[keyof typeof exits]

/** Ends the command with something said. */
export class Ended extends Error {
  readonly code: Exit
  constructor(code: Exit, message: string) {
    super(message)
    this.code = code
  }
}
