import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { keepRunning, type Server } from './keep-running.ts'

const begun: ChildProcess[] = []
afterEach(() => {
  for (const child of begun.splice(0)) child.kill('SIGKILL')
})

/** Something that lives until it is killed. */
async function server(): Promise<Server & { kill: () => void }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  begun.push(child)
  await once(child, 'spawn')
  return { pid: child.pid ?? 0, port: 1, kill: () => child.kill('SIGKILL') }
}

test('what does not stand up is given up after some tries, with the reason', async () => {
  const first = await server()
  let starts = 0
  const given = Promise.withResolvers<Error>()
  keepRunning({
    server: first,
    pause: 1,
    log: () => {},
    giveUp: given.resolve,
    start: async () => {
      starts += 1
      throw new Error('the disk is full')
    },
  })
  first.kill()
  expect((await given.promise).message).toBe('The database server has died and does not stand up again: the disk is full')
  expect(starts).toBeGreaterThan(3)
})

test('one that dies soon after it stood up is started again many more times: it may have been killed, and given up only when it always does', async () => {
  const first = await server()
  let starts = 0
  const given = Promise.withResolvers<Error>()
  keepRunning({
    server: first,
    pause: 0,
    log: () => {},
    giveUp: given.resolve,
    start: async () => {
      starts += 1
      const next = await server()
      next.kill()
      return next
    },
  })
  first.kill()
  expect((await given.promise).message).toBe('The database server has died and does not stand up again: it dies as soon as it is ready')
  expect(starts).toBeGreaterThan(20)
})

test('one that falls to another process is taken over when it is there, and what was ended on purpose stays ended', async () => {
  const [first, second] = [await server(), await server()]
  let asked = 0
  const logged: string[] = []
  const keeper = keepRunning({
    server: first,
    log: (line) => logged.push(line),
    giveUp: (error) => {
      throw error
    },
    start: async () => {
      asked += 1
      return asked < 3 ? undefined : second
    },
  })
  first.kill()
  await expect.poll(() => logged, { interval: 10 }).toHaveLength(2)
  keeper.end()
  second.kill()
  await once(begun[1] as ChildProcess, 'exit')
  expect([asked, logged.length]).toEqual([3, 2])
})
