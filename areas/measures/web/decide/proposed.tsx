import { useWords } from '#kit/web/i18n/words.ts'
import type { Measure } from '#areas/measures/web/presentation.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import css from './decide.module.css'
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
    <p className={css.notice}>
      {t('proposal.open', { count })}{' '}
      <Button variant="link" size="sm" onClick={() => propose(row)}>
        {t('proposal.look')}
      </Button>
    </p>
  )
}
