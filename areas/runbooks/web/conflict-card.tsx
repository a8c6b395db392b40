import { TriangleAlert } from 'lucide-react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import type { UnsentAnswer } from './unsent-answers.ts'
import type { Occurrence } from './occurrence-api.ts'
import css from './today.module.css'

interface ConflictProps {
  readonly unsent: UnsentAnswer
  readonly onDrop: () => void
  readonly onInsist: (theirs: Occurrence) => void
}

/** An answer that was kept and then refused: what one said, what stands there, and which of them it is to be. */
export function ConflictCard({ unsent: { key, row, said, conflict }, onDrop, onInsist }: ConflictProps) {
  const t = useWords('runbooks')
  const format = useFormat()
  const theirs = conflict?.theirs
  const open = theirs !== undefined && theirs.edit_right && (theirs.status === 'TO_DO' || theirs.status === 'REJECTED')
  return (
    <Grid as="article" gap={12} padY={16} padX={16} edge="all" corner={8} fill="surface" className={css.card} aria-labelledby={key}>
      <h3 id={key}>{row.name}</h3>
      <Text as="p" padY={8} padX={12} corner={6} fill="bad" tone="bad">
        <TriangleAlert size={14} aria-hidden /> {conflict?.why}
      </Text>
      <Grid as="dl" gap={12} rowGap={6} className={css.both}>
        <Text as="dt" tone="soft">
          {t('today.yours')}
        </Text>
        <Text as="dd">{[t(`entities.occurrence.choices.answer.${said.answer}`), said.comment].filter(Boolean).join(' · ')}</Text>
        <Text as="dt" tone="soft">
          {t('today.theirs')}
        </Text>
        <Text as="dd">
          {theirs?.status
            ? [t(`entities.occurrence.choices.status.${theirs.status}`), theirs.answered_by?.name, format.dateTime(theirs.answered_at), theirs.comment]
                .filter(Boolean)
                .join(' · ')
            : t('today.gone')}
        </Text>
      </Grid>
      <Row as="p" spread="between" align="center" tone="soft" className={css.other}>
        <Button onClick={onDrop}>{t('today.drop')}</Button>
        {open ? (
          <Button variant="primary" onClick={() => onInsist(theirs)}>
            {t('today.insist')}
          </Button>
        ) : null}
      </Row>
    </Grid>
  )
}
