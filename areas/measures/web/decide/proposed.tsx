import { useWords } from '#kit/web/i18n/words.ts'
import type { Measure } from '#areas/measures/web/presentation.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useDeciding } from './deciding.ts'
import { useProposal } from './propose-dialog.tsx'

/** What the model of an implemented measure proposes and nobody has made yet; nothing where there is nothing. */
export function Proposed({ row }: { readonly row: Measure }) {
  const t = useWords('measures')
  const { propose } = useDeciding()
  const { data } = useProposal(row)
  const count = data ? data.tasks.length + data.indicators.length : 0
  if (count === 0) return null
  return (
    <Text as="p" padY={8} padX={12} edge="all" corner={8}>
      {t('proposal.open', { count })}{' '}
      <Button variant="link" size="sm" onClick={() => propose(row)}>
        {t('proposal.look')}
      </Button>
    </Text>
  )
}
