import { translate, useWords } from '#kit/web/i18n/words.ts'
import { Text } from '#kit/web/ui/text.tsx'

/** Why two sides are not in step: in the product's words, and what the tool said of it. */
export function Problem({ problem, told }: { readonly problem: string; readonly told: string | null }) {
  useWords('ticketing')
  return (
    <Text size={12} tone="warn" breaks>
      {translate(problem)}
      {told ? ` ${told}` : null}
    </Text>
  )
}
