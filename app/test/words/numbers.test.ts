import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('servers write numbers and dates by the formatters of the contract, as screens do', () => {
  const own = globSync('{app,areas}/**/server/**/*.ts').filter((file) =>
    /new Intl\.(Number|DateTime)Format|\.toLocale(Date|Time)?String\(/.test(readFileSync(file, 'utf8')),
  )
  expect(own.filter((file) => !file.endsWith('.test.ts'))).toEqual([])
})
