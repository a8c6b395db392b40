import type { LibraryCounts } from '#areas/library/contract/import-result.ts'
import { useWords } from '#kit/web/i18n/words.ts'

const order = [
  'policies',
  'groups',
  'requirements',
  'solutions',
  'threats',
  'risk_matrices',
  'questions',
  'choices',
  'mapping_pairs',
] as const satisfies readonly (keyof LibraryCounts)[]

/** What a file holds, in words; nothing of which there is none. */
export function useCounts(): (counts: Partial<LibraryCounts> | null | undefined) => string[] {
  const t = useWords('library')
  return (counts) => order.flatMap((name) => (counts?.[name] ? [t(`counts.${name}`, { count: counts[name] })] : []))
}
