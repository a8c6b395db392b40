import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Gathering } from './gathering.ts'
import { ReadyAnswers } from './ready-answers.ts'

test('all who ask while one look is under way share the next, and none is told what was looked at before they asked', async () => {
  let world = 0
  const looks: number[][] = []
  const waiting: (() => void)[] = []
  const ended: string[] = []
  const gathering = new Gathering(
    async (asked: readonly number[]) => {
      looks.push([...asked])
      const now = world
      await new Promise<void>((go) => waiting.push(go))
      return asked.map((one) => `${one} at ${now}`)
    },
    () => void ended.push('done'),
  )
  const first = gathering.ask(1)
  await turn()
  world = 1
  const others = [gathering.ask(2), gathering.ask(3)]
  expect(looks).toEqual([[1]])
  waiting.shift()?.()
  expect(await first).toBe('1 at 0')
  world = 2
  waiting.shift()?.()
  expect(await Promise.all(others)).toEqual(['2 at 1', '3 at 1'])
  expect([looks, ended]).toEqual([[[1], [2, 3]], ['done']])
})

test('those who ask in the same moment are looked up with the first of them', async () => {
  const looks: number[][] = []
  const gathering = new Gathering(async (asked: readonly number[]) => (looks.push([...asked]), asked))
  expect(await Promise.all([gathering.ask(1), gathering.ask(2)])).toEqual([1, 2])
  expect(looks).toEqual([[1, 2]])
})

test('a look that fails fails for those who shared it, and for nobody else', async () => {
  let fails = true
  const gathering = new Gathering(async (asked: readonly number[]) => {
    if (fails) throw new Error('away')
    return asked
  })
  await expect(gathering.ask(1)).rejects.toThrow('away')
  fails = false
  expect(await gathering.ask(2)).toBe(2)
})

test('no more wait than there is room for', async () => {
  let go = () => {}
  const gathering = new Gathering(async (asked: readonly number[]) => {
    await new Promise<void>((on) => (go = on))
    return asked
  })
  const under = gathering.ask(0)
  await turn()
  const all = [under, ...Array.from({ length: 2000 }, (_, n) => gathering.ask(n + 1))]
  expect(() => gathering.ask(2001)).toThrow(expect.objectContaining({ status: 'BUSY' }))
  const told = Promise.all(all)
  const timer = setInterval(() => go())
  expect((await told).length).toBe(2001)
  clearInterval(timer)
})

test('answers that are alike are held once, and those that nobody asked for the longest go first', () => {
  const answers = new ReadyAnswers(30)
  const [one, two] = [answers.of('1234567890'), answers.of('abcdefghij')]
  expect(answers.of('1234567890')).toBe(one)
  const three = answers.of('ABCDEFGHIJKLMNO')
  expect([one, two, three].map((answer) => answers.holds(answer))).toEqual([true, false, true])
  const large = answers.of('x'.repeat(100))
  expect([one, three, large].map((answer) => answers.holds(answer))).toEqual([false, false, true])
})
