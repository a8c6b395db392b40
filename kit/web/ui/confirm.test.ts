import { expect, test } from 'vitest'
import { askToDiscard, askToSave, beginsOn, confirm, questionStore } from './confirm.ts'

const asked = () => {
  const question = questionStore.get()
  question?.answer(null)
  return question ? beginsOn(question) : undefined
}

test('a question begins on the answer that changes nothing, or keeps what was typed', async () => {
  const answers: Promise<unknown>[] = [confirm({ title: 'Send?', confirm: 'Send' })]
  expect(asked()).toBe('no')
  answers.push(confirm({ title: 'Delete?', confirm: 'Delete', danger: true }))
  expect(asked()).toBe('no')
  answers.push(askToDiscard())
  expect(asked()).toBe('no')
  answers.push(askToSave())
  expect(asked()).toBe('save')
  expect(await Promise.all(answers)).toEqual([false, false, false, null])
})

test('a question about more than twenty asks for their number to be typed', async () => {
  const typedFor = async (count: number) => {
    const answer = confirm({ title: 'Delete?', confirm: 'Delete', count, danger: true })
    const typed = questionStore.get()?.typed
    questionStore.get()?.answer(null)
    await answer
    return typed
  }
  expect([await typedFor(1), await typedFor(20), await typedFor(21)]).toEqual([undefined, undefined, 21])
})
