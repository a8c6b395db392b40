import { fork } from 'node:child_process'
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
 * What a program answers to the one message that it is sent, as a process of bounded memory and time: no file holds up or brings down the server. Not a
 * thread: what a thread's limit cannot refuse ends the whole process, and what it took of the process's memory is not given back when it ends.
 */
export async function askProcess<Answer>(program: URL, content: object, { milliseconds, heapMegabytes }: Bounds): Promise<Answer> {
  const compileCache = module.getCompileCacheDir()
  const reader = fork(program, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Answer>((resolve, reject) => {
      timer = setTimeout(() => reject(new OutOfBounds('too_slow')), milliseconds)
      reader.once('message', (answer) => resolve(answer as Answer))
      reader.once('error', reject)
      reader.once('exit', (code, signal) =>
        reject(
          signal === 'SIGABRT' || code === 134 ? new OutOfBounds('too_much_memory') : new Error(`The process that reads a file ended with ${code ?? signal}`),
        ),
      )
      reader.send(content, (error) => error && reject(error))
    })
  } finally {
    clearTimeout(timer)
    reader.kill('SIGKILL')
  }
}
