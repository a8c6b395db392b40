import { fork, type ChildProcess } from 'node:child_process'
import module from 'node:module'

export interface Bounds {
  readonly milliseconds: number
  readonly heapMegabytes: number
}

/** A file that takes longer, or more memory, than its reader is given. */
export class OutOfBounds extends Error {
  readonly fault: 'too_slow' | 'too_much_memory'
  constructor(fault: 'too_slow' | 'too_much_memory') {
    super(`The file is ${fault} to read`)
    this.fault = fault
  }
}

/**
 * A program that answers one message after another, as a process of bounded memory and time: no file holds up or brings down the server. Not a
 * thread: what a thread's limit cannot refuse ends the whole process, and what it took of the process's memory is not given back when it ends.
 * After a file beyond its bounds the next one gets a process of its own. Whoever begins it ends it.
 */
export class BoundedReader<Answer> {
  #program: URL
  #bounds: Bounds
  #process: ChildProcess | undefined

  constructor(program: URL, bounds: Bounds) {
    this.#program = program
    this.#bounds = bounds
  }

  /** One at a time: the next is asked when the last was answered. */
  async ask(content: object): Promise<Answer> {
    const reader = (this.#process ??= start(this.#program, this.#bounds))
    try {
      return await answerOf<Answer>(reader, content, this.#bounds)
    } catch (error) {
      this.end()
      throw error
    }
  }

  end(): void {
    this.#process?.kill('SIGKILL')
    this.#process = undefined
  }
}

function start(program: URL, { heapMegabytes }: Bounds): ChildProcess {
  const compileCache = module.getCompileCacheDir()
  const reader = fork(program, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // What cannot be sent is told where it is sent; a process that fails to start says no more than that it ended.
  reader.on('error', () => reader.emit('close', null, null))
  return reader
}

async function answerOf<Answer>(reader: ChildProcess, content: object, { milliseconds }: Bounds): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const answered = (answer: unknown) => resolve(answer as Answer)
  const ended = (code: number | null, signal: NodeJS.Signals | null) =>
    reject(signal === 'SIGABRT' || code === 134 ? new OutOfBounds('too_much_memory') : new Error(`The process that reads a file ended with ${code ?? signal}`))
  const timer = setTimeout(() => reject(new OutOfBounds('too_slow')), milliseconds)
  // Not its end: an answer that was given before may be heard after it.
  reader.on('message', answered).on('close', ended)
  try {
    reader.send(content, (error) => error && reject(error))
    return await promise
  } finally {
    clearTimeout(timer)
    reader.off('message', answered).off('close', ended)
  }
}

/** What a program answers to the one message that it is sent. */
export async function askProcess<Answer>(program: URL, content: object, bounds: Bounds): Promise<Answer> {
  const reader = new BoundedReader<Answer>(program, bounds)
  try {
    return await reader.ask(content)
  } finally {
    reader.end()
  }
}
