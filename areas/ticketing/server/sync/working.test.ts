import { expect, test } from 'vitest'
import type { Reach } from '#areas/connectors/server/index.ts'
import { reachInTurn, TurnLost } from './working.ts'

test('a turn is moved on however long a tool is waited for; once it is somebody else’s, nothing is asked any more', async () => {
  let [clock, kept, asked, lost] = [0, 0, 0, false]
  const reach: Reach = {
    fetch: async () => {
      asked += 1
      return new Response()
    },
    signal: new AbortController().signal,
    say: () => {},
    now: () => new Date(clock),
    wait: async (ms) => void (clock += ms),
  }
  const turn = reachInTurn(
    reach,
    async (work) => {
      if (lost) throw new TurnLost()
      kept += 1
      // Nothing is done in it but that the turn is kept.
      return work({} as Parameters<typeof work>[0])
    },
    () => clock,
  )
  await turn.fetch('https://jira.example')
  expect([asked, kept]).toEqual([1, 0])
  await turn.wait(200_000)
  expect([clock, kept]).toEqual([200_000, 4])
  lost = true
  clock += 60_000
  await expect(turn.fetch('https://jira.example')).rejects.toMatchObject({ reason: 'busy' })
  expect(asked).toBe(1)
})
