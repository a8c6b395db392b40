import { FileCheck2, Gauge, ListChecks } from 'lucide-react'
import type { Maker } from '#areas/measures/contract/effects.ts'
import { shownScore } from '#kit/contract/shown-score.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { Measure } from '#areas/measures/web/presentation.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import css from './decide.module.css'
import { useDeciding } from './deciding.ts'

/** Who has it in place, here or for this perimeter: who leads it there, since when, and how well it does. */
export function MakerCard({ maker, row }: { readonly maker: Maker; readonly row: Measure }) {
  const t = useWords('measures')
  const format = useFormat()
  const { open, changeSince, showEvidence } = useDeciding()
  const { own, accepted, perimeter, manager, since, shared_on, performance, efficiency, checks, proofs } = maker
  const from = format.date(own ? since : (shared_on ?? since))
  return (
    <Grid as="section" align="center" edge="all" gap={12} rowGap={2} className={css.maker} aria-label={t(own || accepted ? 'decide.maker' : 'decide.offer')}>
      <Avatar name={manager?.name ?? perimeter.name} size={36} />
      <Stack narrows breaks className={css.who}>
        <b>{t(own || accepted ? 'decide.made_by' : 'decide.offered_by', { perimeter: perimeter.name })}</b>
        <Text tone="quiet" size={12}>
          {t(manager ? 'decide.leads' : 'decide.leaderless', { name: manager?.name ?? '', date: from })}
          {own && row.edit_right ? (
            <Button variant="link" size="sm" onClick={() => changeSince(row)}>
              {t('decide.change_since')}
            </Button>
          ) : null}
          {own ? null : (
            <Button variant="link" size="sm" onClick={() => open(maker.measure.id)}>
              {maker.measure.identifier}
            </Button>
          )}
        </Text>
      </Stack>
      <Stack as="p" side="right" className={css.worth}>
        <Text as="b" size={20} line={24} figures>
          {format.number(shownScore(performance))}
        </Text>
        <Text tone="quiet" size={12}>
          {t('decide.performance')}
        </Text>
      </Stack>
      <Row as="ul" wrap across above={10} padY={8} padX={12} edge="soft-above" tone="soft" size={12} gap={16} rowGap={4} className={css.facts}>
        <Row as="li" inline gap={5} align="center">
          <Gauge size={13} aria-hidden /> {t('decide.efficiency', { value: efficiency })}
        </Row>
        <Row as="li" inline gap={5} align="center">
          <ListChecks size={13} aria-hidden /> {checks === null ? t('decide.no_checks') : t('decide.checks', { value: format.percent(checks) })}
        </Row>
        <Row as="li" inline gap={5} align="center">
          <FileCheck2 size={13} aria-hidden />
          <Button variant="link" size="sm" onClick={showEvidence}>
            {t('decide.proofs', { count: proofs })}
          </Button>
        </Row>
      </Row>
    </Grid>
  )
}
