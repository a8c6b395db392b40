import { expect, test } from 'vitest'
import { fromRoot, loadedBy } from './loaded-by.ts'

const manifest = {
  'index.html': { file: 'main.js', imports: ['_react.js'], css: ['main.css'], dynamicImports: ['page.tsx', 'chart.tsx'] },
  '_react.js': { file: 'react.js' },
  'page.tsx': { file: 'page.js', imports: ['index.html', '_react.js', '_table.js'] },
  '_table.js': { file: 'table.js', name: 'table', css: ['table.css'] },
  'chart.tsx': { file: 'chart.js' },
}

test('static imports are counted once, what is loaded on demand only where named', () => {
  expect(loadedBy(manifest, ['index.html'])).toEqual(['main.js', 'main.css', 'react.js'])
  expect(loadedBy(manifest, ['index.html', 'page.tsx'])).toEqual(['main.js', 'main.css', 'react.js', 'page.js', 'table.js', 'table.css'])
})

test('a chunk of several modules goes by its name', () => {
  expect(loadedBy(manifest, ['table'])).toEqual(['table.js', 'table.css'])
})

test('a module that the build does not know is an error, not nothing', () => {
  expect(() => loadedBy(manifest, ['gone.tsx'])).toThrow('no chunk for gone.tsx')
})

test('modules are named from the root of the repository', () => {
  const named = fromRoot({ '../../kit/web/page.tsx': { file: 'page.js', imports: ['index.html', '_a.js'] } }, 'app/web')
  expect(named).toEqual({ 'kit/web/page.tsx': { file: 'page.js', imports: ['app/web/index.html', '_a.js'] } })
})
