import { useMemo } from 'react'
import type { Benchmark } from '#areas/benchmark/contract/calls.ts'
import type { Level } from '#areas/benchmark/contract/levels.ts'
import { useWords } from '#kit/web/i18n/words.ts'

/** How groups and quarters are called. */
export function useNames(profile: Benchmark['profile']) {
  const words = useWords('benchmark')
  return useMemo(() => {
    const values = profile?.names ?? { branch: '', sector: '', country: '' }
    return {
      group: (level: Level): string => words(`page.of_level.${level}`, values),
      quarter: (quarter: string): string => words('page.quarter', { year: quarter.slice(0, 4), number: quarter.slice(5) }),
    }
  }, [words, profile])
}
