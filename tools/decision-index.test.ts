import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decisionIndex, readDecision } from './decision-index.ts'

test('the table of contents shows the decisions that there are: npm run decisions', () => {
  expect(readFileSync(new URL('../docs/decisions/README.md', import.meta.url), 'utf8')).toBe(decisionIndex())
})

test('a decision says its number, one sentence, an area that there is, and what it replaces', () => {
  expect(readDecision('0057-reviews.md', '# 0057 · A review stands between\n\nArea: reviews · Replaces: 0006\n\nText')).toEqual({
    number: '0057',
    file: '0057-reviews.md',
    title: 'A review stands between',
    area: 'reviews',
    replaces: ['0006'],
    replacedBy: '',
  })
  expect(readDecision('0049-proofs.md', '# 0049 · Proofs\n\nArea: scores · Replaced in part by: 0058\n').replacedBy).toBe('0058 in part')
  for (const text of ['# 49. Proofs\n\nArea: scores\n', '# 0050 · Proofs\n\nArea: scores\n', '# 0049 · Proofs\n\nText\n', '# 0049 · Proofs\n\nArea: nowhere\n'])
    expect(() => readDecision('0049-proofs.md', text)).toThrow('0049-proofs.md')
})
