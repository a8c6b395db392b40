import { useMemo } from 'react'
import type { Benchmark } from '#areas/benchmark/contract/calls.ts'
import type { Level } from '#areas/benchmark/contract/levels.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'

/** How groups and quarters are called. */
export function useNames(profile: Benchmark['profile']) {
  const words = useWords('benchmark')
  const tenancy = useWords('tenancy')
  const language = useLanguage()
  return useMemo(() => {
    const country = profile ? (new Intl.DisplayNames([language], { type: 'region' }).of(profile.country) ?? profile.country) : ''
    const values = profile
      ? { branch: tenancy(`branches.${profile.branch}`), sector: tenancy(`sectors.${profile.sector}`), country }
      : { branch: '', sector: '', country: '' }
    return {
      group: (level: Level): string => words(`page.of_level.${level}`, values),
      quarter: (quarter: string): string => words('page.quarter', { year: quarter.slice(0, 4), number: quarter.slice(5) }),
    }
  }, [words, tenancy, language, profile])
}
