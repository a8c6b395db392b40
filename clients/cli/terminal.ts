import type { Readable, Writable } from 'node:stream'
import type { Say } from './words.ts'

/** What the command reads and writes; tests give their own. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?: (raw: boolean) => unknown }
  readonly stdout: Writable
  readonly stderr: Writable
}

/** One line that is not shown while it is typed; from a pipe, its first line. */
export async function readSecret({ stdin, stderr }: Terminal, say: Say): Promise<string> {
  const hidden = stdin.isTTY === true && stdin.setRawMode !== undefined
  if (hidden) {
    stderr.write(say('key_asked'))
    stdin.setRawMode?.(true)
  }
  let typed = ''
  try {
    for await (const chunk of stdin) {
      for (const char of String(chunk)) {
        if (char === '\r' || char === '\n' || char === '\u0004') return typed.trim()
        if (char === '\u0003') return ''
        typed = char === '\u007f' ? typed.slice(0, -1) : typed + char
      }
    }
    return typed.trim()
  } finally {
    if (hidden) {
      stdin.setRawMode?.(false)
      stderr.write('\n')
    }
  }
}
