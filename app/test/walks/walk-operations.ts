import type { Right } from '#kit/contract/right.ts'
import type { Operation } from '#kit/server/http/api.ts'
import { derivedFrom } from './shapes.ts'
import { changesCaller, sampleCall, type SampleCall } from './sample-calls.ts'
import type { Answer, Person } from '#app/test/worlds/test-app.ts'

/** One call of a walk: who asked what, and what was answered. */
export interface Step {
  readonly operation: Operation
  readonly person: Person
  readonly call: SampleCall
  readonly answer: Answer
}

/** What is wrong with an answer, or nothing. */
export type Judge = (step: Step) => string | undefined | false

type Sampling = Parameters<typeof sampleCall>[1]

/** The method and path that an operation is known by. */
export const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`

/** A call of an operation with what it must have, and one with all that it may have where that is another. */
export function callsOf(operation: Operation, sampling: Omit<Sampling, 'whole'>): readonly SampleCall[] {
  const [bare, whole] = [false, true].map((all) => sampleCall(operation, { ...sampling, whole: all })) as [SampleCall, SampleCall]
  return JSON.stringify(bare) === JSON.stringify(whole) ? [bare] : [bare, whole]
}

/** The same, but of what the kit makes for every entity only what adds and changes a row in both ways: the rest takes the same few things everywhere. */
export const distinctCallsOf = (operation: Operation, sampling: Omit<Sampling, 'whole'>): readonly SampleCall[] =>
  callsOf(operation, sampling).slice(0, ['POST ', 'PUT /{id}', undefined].includes(derivedFrom(operation)?.call) ? 2 : 1)

/** Sends a call as a browser would. */
export const send = (person: Person, operation: Operation, { path, body }: SampleCall): Promise<Answer> =>
  operation.upload ? person.upload(path, 'file.txt', 'Changed') : person.call(operation.method, path, body)

interface Walk {
  readonly operations: readonly Operation[]
  readonly calls: (operation: Operation) => readonly SampleCall[]
  readonly person: Person
  /** Who makes a call that changes what its caller may do; by default the walker, whose walk should then come to its end. */
  readonly instead?: (() => Promise<Person>) | undefined
  /** Looks on while a call is made. */
  readonly watching?: (operation: Operation, sent: () => Promise<Answer>) => Promise<Answer>
}

/** Sends each call of each operation once, and lets every judge see each answer; what they found, by judge. */
export async function walk<const J extends Readonly<Record<string, Judge>>>(
  { operations, calls, person, instead, watching = (_, sent) => sent() }: Walk,
  judges: J,
): Promise<{ readonly [name in keyof J]: string[] }> {
  const found = Object.fromEntries(Object.keys(judges).map((name) => [name, [] as string[]]))
  for (const operation of operations)
    for (const call of calls(operation)) {
      const caller = instead && changesCaller(operation) ? await instead() : person
      const step: Step = { operation, person: caller, call, answer: await watching(operation, () => send(caller, operation, call)) }
      for (const [name, judge] of Object.entries<Judge>(judges)) {
        const complaint = judge(step)
        if (complaint) found[name]?.push(`${nameOf(operation)}: ${complaint}`)
      }
    }
  return found as { readonly [name in keyof J]: string[] }
}

/** No answer is a failure of the server. */
export const neverFails: Judge = ({ answer }) => answer.status >= 500 && `${answer.status} ${textOf(answer).slice(0, 200)}`

/** Nothing that is answered says a word that belongs to others. */
export const revealsNothing =
  (reveals: (answer: Answer) => boolean): Judge =>
  ({ answer }) =>
    reveals(answer) && textOf(answer).slice(0, 300)

/** What a call needs a right for is refused to whoever does not hold it. */
export const refusedWithoutItsRight =
  (held: ReadonlySet<Right>): Judge =>
  ({ operation: { access }, answer: { status } }) =>
    access !== 'public' && access !== 'session' && !held.has(access) && status !== 403 && `${status} without ${access}`

/** What an answer says, a small file included. */
export const textOf = ({ body }: Answer): string => (Buffer.isBuffer(body) ? body.toString('utf8') : JSON.stringify(body ?? ''))
