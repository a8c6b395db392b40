import { fork } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { askProcess, BoundedReader } from './bounded-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigie-bounded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program that does this with its message. */
function program(name: string, does: string) {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, `process.once('message', (message) => { ${does} })`)
  return pathToFileURL(file)
}

const bounds = { milliseconds: 20_000, heapMegabytes: 64 }
/** Holds up whatever this process would hear meanwhile. */
const busy = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

test('an answer is heard although its process is found to have ended first, as when another has', async () => {
  const first = askProcess(program('first', 'process.send({})'), {}, bounds)
  const second = askProcess<{ said: string }>(program('second', 'setTimeout(() => process.send({ said: message.text }), 800)'), { text: 'word' }, bounds)
  const both = Promise.all([first.then(() => busy(1500)), second])
  await new Promise((sent) => setImmediate(sent))
  busy(500)
  expect((await both)[1]).toEqual({ said: 'word' })
})

test('a process that ends without an answer is told by its code, and the next question gets another', async () => {
  const reader = new BoundedReader<{ said: string }>(program('silent', 'if (message.text) process.send({ said: message.text }); else process.exit(3)'), bounds)
  await expect(reader.ask({})).rejects.toThrow('ended with 3')
  expect(await reader.ask({ text: 'again' })).toEqual({ said: 'again' })
  reader.end()
})

test('a program that cannot start says that it ended', async () => {
  await expect(askProcess(pathToFileURL(join(folder, 'absent.mjs')), {}, bounds)).rejects.toThrow('ended with 1')
})

test('what a process has compiled is there for the next one, although it is killed once it has answered', async () => {
  const cache = join(folder, 'compiled')
  const file = join(folder, 'compiles.mjs')
  const answering = JSON.stringify(new URL('answer-process.ts', import.meta.url).href)
  writeFileSync(file, `import { answerProcess } from ${answering}; process.once('message', () => answerProcess({}))`)
  const child = fork(file, { env: { NODE_COMPILE_CACHE: cache }, execArgv: [] })
  child.send({})
  await once(child, 'message')
  child.kill('SIGKILL')
  expect(readdirSync(cache, { recursive: true }).length).toBeGreaterThan(1)
  // Nor does any other program answer in a way of its own.
  const programs = globSync('{kit,areas}/**/*-process.ts')
  expect(programs.length).toBeGreaterThan(5)
  expect(programs.filter((name) => !name.endsWith('answer-process.ts') && readFileSync(name, 'utf8').includes('process.send'))).toEqual([])
})
