import { runInNewContext } from 'node:vm'
import { rolldown, type Plugin } from 'rolldown'
import { expect, test } from 'vitest'
import { pureContract } from './pure-contracts.ts'

const library = `export const z = { string: () => z, min: () => z }\nexport const seen = console.log('the library')`
const contract = `import { z } from '/library.js'
const id = z.string().min(1)
const other = { name: z.string() }
export const call = make({ id, ...other })
export const sizes = ['S', 'M'].map((size) => size + size)
export const later = () => z.string()
export const size = globalThis.size
function make(of) { return { of, made: true } }`

async function built(page: string): Promise<string> {
  const files: Record<string, string> = { '/page.js': page, '/areas/things/contract/calls.ts': contract, '/library.js': library }
  const virtual = { name: 'virtual', resolveId: (id: string) => id, load: (id: string) => files[id] ?? null }
  const pure: Plugin = {
    name: 'pure',
    transform(code, id) {
      return id.includes('/contract/') ? pureContract(code, this.parse(code)) : null
    },
  }
  const bundle = await rolldown({ input: '/page.js', plugins: [virtual, pure], treeshake: { moduleSideEffects: (id) => id === '/page.js' } })
  return (await bundle.generate({ minify: 'dce-only' })).output[0].code
}

test('a page that reads one constant of a contract reads none of its schemas, nor what they are made of', async () => {
  const code = await built(`import { size } from '/areas/things/contract/calls.ts'\nconsole.log(size)`)
  expect(code).toContain('globalThis.size')
  expect(code).not.toMatch(/string|library|made|'S'/)
})

test('what is read is made as before', async () => {
  const code = await built(`import { call, sizes } from '/areas/things/contract/calls.ts'\nglobalThis.seen = [call, sizes]`)
  const world = { seen: undefined }
  runInNewContext(code, Object.assign(world, { console: { log: () => {} } }))
  expect(JSON.parse(JSON.stringify(world.seen))).toMatchObject([{ made: true }, ['SS', 'MM']])
})
