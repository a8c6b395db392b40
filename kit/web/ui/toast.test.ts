import { afterEach, expect, test } from 'vitest'
import { toast, toastStore } from './toast.ts'

afterEach(() => toastStore.get().forEach(({ id }) => toastStore.dismiss(id)))

test('a message stays as long as its kind is worth (SHL-33)', () => {
  for (const [kind, duration] of [
    ['error', 6000],
    ['success', 2000],
    ['warning', 3000],
    ['info', 3000],
  ] as const) {
    toast[kind](`An ${kind}`)
    expect(toastStore.get().at(-1)).toMatchObject({ kind, message: `An ${kind}`, duration })
  }
})

test('what can still be undone stays for ten seconds', () => {
  toast.success('Done', { action: { label: 'Undo', run: () => {} } })
  expect(toastStore.get()).toMatchObject([{ duration: 10_000 }])
})

test('at most three are on screen, and the same thing is said once', () => {
  for (const message of ['1', '2', '3', '4', '3']) toast.info(message)
  expect(toastStore.get().map(({ message }) => message)).toEqual(['2', '4', '3'])
})
