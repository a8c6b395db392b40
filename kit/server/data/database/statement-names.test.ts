import { expect, test } from 'vitest'
import { statementName, type Connection } from './statement-names.ts'

let texts = 0
const someText = () => `select ${(texts += 1)}`

function connection() {
  const sent: string[] = []
  const parsedStatements: Record<string, string> = {}
  const one: Connection = { query: async (text) => sent.push(text), connection: { parsedStatements } }
  const run = (text: string, options?: { past: boolean }) => {
    const name = statementName(one, text, options)
    if (name) parsedStatements[name] = text
    return name
  }
  return { run, sent, parsedStatements }
}

test('a statement is prepared once it comes again, and then keeps its name on that connection', () => {
  const [one, other] = [connection(), connection()]
  const text = someText()
  expect(one.run(text)).toBeUndefined()
  const name = one.run(text)
  expect(name).toMatch(/^s\d+$/)
  expect(one.run(text)).toBe(name)
  // What one connection has seen is worth preparing on all.
  expect(other.run(text)).toBeDefined()
})

test('a connection holds a bounded number, gives up those used longest ago, and never uses a name again', () => {
  const { run, sent, parsedStatements } = connection()
  const often = someText()
  run(often)
  const preparedName = run(often)
  const names = new Set<string>()
  for (let n = 0; n < 1000; n += 1) {
    const text = someText()
    run(text)
    names.add(String(run(text)))
    expect(run(often)).toBe(preparedName)
  }
  expect(names.size).toBe(1000)
  expect(Object.keys(parsedStatements)).toHaveLength(300)
  expect(sent).toHaveLength(1001 - 300)
  expect(sent[0]).toBe(`deallocate ${[...names][0]}`)
})

test('of what reads the past a connection holds a few, and gives up nothing of the present for them', () => {
  const { run, sent, parsedStatements } = connection()
  const present = someText()
  run(present)
  const preparedName = run(present)
  const names: (string | undefined)[] = []
  for (let n = 0; n < 400; n += 1) {
    const text = someText()
    run(text, { past: true })
    names.push(run(text, { past: true }))
  }
  expect(new Set(names).size).toBe(400)
  expect(Object.keys(parsedStatements)).toHaveLength(11)
  expect(sent).toHaveLength(390)
  expect(run(present)).toBe(preparedName)
})
