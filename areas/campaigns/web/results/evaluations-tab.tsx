import { useState } from 'react'
import type { CampaignResult } from '#areas/campaigns/contract/result-calls.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { EvaluationStatus } from './evaluation-status.tsx'
import { scoreText, useScored } from './results-api.ts'
import css from './results.module.css'

/** The evaluations of the campaign; first those that wait for the reader. */
export function EvaluationsTab({ result, onOpen }: { readonly result: CampaignResult; readonly onOpen: (perimeter: number) => void }) {
  const t = useWords('campaigns')
  const format = useFormat()
  const scored = useScored()
  const waiting = result.lines.filter(({ decide }) => decide)
  const [show, setShow] = useState<'waiting' | 'all'>(waiting.length > 0 ? 'waiting' : 'all')
  const lines = show === 'waiting' ? waiting : result.lines
  return (
    <div className={css.card}>
      <Row as="header" wrap align="center" gap={16} rowGap={4} tone="soft" size={12} weight={500} className={css.head}>
        <Segmented
          label={t('results.evaluations.label')}
          value={show}
          onChange={setShow}
          options={[
            { value: 'waiting', label: `${t('results.evaluations.waiting')} ${format.number(waiting.length)}` },
            { value: 'all', label: `${t('results.evaluations.all')} ${format.number(result.lines.length)}` },
          ]}
        />
      </Row>
      {lines.length === 0 ? <p className={css.none}>{t('results.evaluations.none')}</p> : null}
      {lines.length === 0 ? null : (
        <div className={css.scroll} tabIndex={0} role="region" aria-label={t('results.evaluations.label')}>
          <Box as="table" full size={13} className={css.plain}>
            <thead>
              <tr>
                <th scope="col">{t('entities.evaluation.fields.perimeter')}</th>
                <th scope="col">{t('entities.evaluation.fields.status')}</th>
                <th scope="col">{t('entities.evaluation.fields.evaluator')}</th>
                <th scope="col">{t('entities.evaluation.fields.due_date')}</th>
                <th scope="col">{t('entities.evaluation.fields.answered')}</th>
                {scored ? <th scope="col">{t('entities.evaluation.fields.score')}</th> : null}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.evaluation}>
                  <th scope="row">
                    <Box
                      type="button"
                      as="button"
                      cut
                      padY={3}
                      tone="plain"
                      side="left"
                      className={css.perimeter}
                      aria-label={t('results.evaluations.open', { perimeter: line.perimeter.name ?? '' })}
                      onClick={() => onOpen(line.perimeter.id)}
                    >
                      {line.perimeter.name}
                    </Box>
                  </th>
                  <td>
                    <EvaluationStatus line={line} /> {line.decide && line.own ? <small>{t('results.evaluations.own')}</small> : null}
                    {line.self_validated ? <small>{t('results.evaluations.self')}</small> : null}
                  </td>
                  <td>{line.person}</td>
                  <td data-late={line.late || undefined}>{format.date(line.due_date)}</td>
                  <td>{t('results.evaluations.answered', { answered: String(line.answered), asked: String(line.asked) })}</td>
                  {scored ? <td>{scoreText(line.score)}</td> : null}
                </tr>
              ))}
            </tbody>
          </Box>
        </div>
      )}
    </div>
  )
}
