import { expect, test } from 'vitest'
import { askToDiscard, askToSave, beginsOn, confirm, questionStore } from './confirm.ts'

const asked = () => {
  const question = questionStore.get()
  question?.answer(null)
  return question ? beginsOn(question) : undefined
}

test('a question begins on its main answer, unless that takes something away', async () => {
  const answers: Promise<unknown>[] = [confirm({ title: 'Send?' })]
  expect(asked()).toBe('yes')
  answers.push(confirm({ title: 'Delete?', danger: true }))
  expect(asked()).toBe('no')
  answers.push(askToDiscard())
  expect(asked()).toBe('no')
  answers.push(askToSave())
  expect(asked()).toBe('save')
  expect(await Promise.all(answers)).toEqual([false, false, false, null])
})
