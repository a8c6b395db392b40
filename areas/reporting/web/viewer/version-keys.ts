import type { useAsk } from '#kit/web/navigation.ts'
import { useLetters } from '#kit/web/letter-keys.ts'
import type { ShownDashboard } from '#areas/reporting/contract/calls.ts'

type Ask = ReturnType<typeof useAsk<'/reporting/dashboards/$id/viewer'>>

/** `[` and `]` walk the versions, C compares with the one before, or no longer. */
export function useVersionKeys({ frozen, versions }: ShownDashboard, compares: boolean, ask: Ask): void {
  const published = versions.filter(({ state }) => state === 'FROZEN').map(({ number }) => number)
  const at = published.indexOf(frozen?.number ?? 0)
  const older = published[at + 1]
  useLetters({
    ...(older !== undefined && { '[': () => ask({ number: older }, true), c: () => ask({ against: compares ? undefined : older }, true) }),
    ...(at > 0 && { ']': () => ask({ number: at === 1 ? undefined : published[at - 1] }, true) }),
  })
}
