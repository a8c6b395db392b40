import type { CampaignResult } from '#areas/campaigns/contract/result-calls.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import type { Address } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { modes, type Mode } from './heat-map.tsx'
import { difference, scoreText, toneOfDifference, useScored } from './results-api.ts'
import css from './results.module.css'

interface HeadProps {
  readonly result: CampaignResult
  readonly mode: Mode
  readonly onMode: (mode: Mode) => void
  readonly onActions: () => void
  /** Where the evaluations of which nothing came are listed, for whoever has such a page. */
  readonly notSubmitted: Address | undefined
}

/** The score, how far it moved, how far it is from its target; what the drawing of cells means, and what they show. */
export function ResultHead({ result, mode, onMode, onActions, notSubmitted }: HeadProps) {
  const t = useWords('campaigns')
  const { total, before, campaign, hidden, actions } = result
  const scored = useScored()
  const moved = scored ? difference(total.score, before?.score) : ''
  const away = scored ? difference(total.score, campaign.target) : ''
  const target = { target: String(campaign.target) }
  const missing = t('results.head.not_submitted', { count: total.not_submitted })
  return (
    <Row as="header" wrap align="center" gap={16} rowGap={4} tone="soft" size={12} weight={500} className={css.head}>
      {total.counted === 0 ? (
        <b>{t('results.head.none')}</b>
      ) : scored ? (
        <p>
          <Text as="strong" tone="plain" size={20} figures className={css.score}>
            {scoreText(total.score)}
          </Text>{' '}
          <span>{total.counted === 1 ? t('results.head.out_of_one') : t('results.head.out_of', { count: total.counted })}</span>
        </p>
      ) : (
        <p>{t('results.head.counted', { count: total.counted })}</p>
      )}
      {before && moved ? (
        <p>
          <Text as="b" tone="soft" weight={600} figures className={css.difference} data-difference={toneOfDifference(moved)}>
            {moved}
          </Text>{' '}
          <span>{t('results.head.since', { name: before.campaign.name ?? '' })}</span>
        </p>
      ) : null}
      {away ? (
        <p>
          {away === '=' ? null : (
            <Text as="b" tone="soft" weight={600} figures className={css.difference} data-difference={toneOfDifference(away)}>
              {away}
            </Text>
          )}{' '}
          <span>{t(away === '=' ? 'results.head.reached' : away.startsWith('+') ? 'results.head.above' : 'results.head.below', target)}</span>
        </p>
      ) : null}
      {total.not_submitted > 0 ? <p>{notSubmitted === undefined ? missing : <Link to={notSubmitted}>{missing}</Link>}</p> : null}
      {actions.all > 0 ? (
        <Button variant="link" onClick={onActions}>
          {t('results.head.actions', { count: actions.all, open: actions.open })}
        </Button>
      ) : null}
      {hidden > 0 ? <p title={t('results.head.hidden_text')}>{t('results.head.hidden', { count: hidden })}</p> : null}
      <Text grow className={css.springy} />
      <Row as="span" inline align="center" gap={6} tone="quiet" weight={400} className={css.key}>
        <i data-provisional aria-hidden />
        {t('results.head.provisional')}
      </Row>
      <Row as="span" inline align="center" gap={6} tone="quiet" weight={400} className={css.key}>
        <i data-none aria-hidden />
        {t('results.head.unanswered')}
      </Row>
      {scored ? (
        <Segmented
          label={t('results.modes.label')}
          value={mode}
          onChange={onMode}
          options={modes.filter((one) => one !== 'difference' || before).map((one) => ({ value: one, label: t(`results.modes.${one}`) }))}
        />
      ) : null}
    </Row>
  )
}
