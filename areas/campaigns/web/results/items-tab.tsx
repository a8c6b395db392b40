import { useState } from 'react'
import type { CampaignResult } from '#areas/campaigns/contract/result-calls.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { ScoreBadge } from '#areas/scores/web/index.ts'
import { Box } from '#kit/web/ui/layout.tsx'
import { SpreadBar, useSlices } from './distribution.tsx'
import { FoundAnswers } from './found-answers.tsx'
import { useResultItems, useScored, type Sought } from './results-api.ts'
import css from './results.module.css'

/** Every requirement or question over all that counts: its score, how its answers spread, and the answers themselves. */
export function ItemsTab({ result, perimeter }: { readonly result: CampaignResult; readonly perimeter: number | undefined }) {
  const t = useWords('campaigns')
  const { campaign, parts, levels } = result
  const slices = useSlices(result)
  const scored = useScored()
  // Of a questionnaire, answers spread over what they are worth, which is a score of each.
  const spread = scored || result.scaled
  const { data, isError, error, refetch } = useResultItems(campaign.id, perimeter)
  const [open, setOpen] = useState<{ sought: Sought; title: string }>()
  if (isError) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={12} />
  const names = new Map(parts.map(({ key, name, identifier }) => [key, name ?? identifier ?? '']))
  return (
    <div className={css.card}>
      <div className={css.scroll} tabIndex={0} role="region" aria-label={t('results.items.label')}>
        <Box as="table" full size={13} className={css.plain}>
          <thead>
            <tr>
              <th scope="col">{t('results.items.identifier')}</th>
              <th scope="col">{t(campaign.questionnaire ? 'results.items.question' : 'results.items.name')}</th>
              <th scope="col">{t('results.items.part')}</th>
              {scored ? <th scope="col">{t('results.items.score')}</th> : null}
              {spread ? <th scope="col">{t('results.items.spread')}</th> : null}
              <th scope="col">{t('results.items.answers')}</th>
            </tr>
          </thead>
          <tbody>
            {data.objects.map((one) => {
              const called = [one.identifier, one.name].filter(Boolean).join(' ')
              return (
                <tr key={one.item}>
                  <td>{one.identifier}</td>
                  <th scope="row">{one.name}</th>
                  <td>{names.get(one.part)}</td>
                  {scored ? (
                    <td>
                      <ScoreBadge score={one.score} target={campaign.target} />
                    </td>
                  ) : null}
                  {spread ? (
                    <td className={css.wide}>
                      <SpreadBar
                        name={called}
                        spread={one}
                        slices={slices}
                        onOpen={({ level, word }) =>
                          setOpen({ sought: { item: one.item, level }, title: t('results.spread.answers', { part: called, level: word }) })
                        }
                      />
                    </td>
                  ) : null}
                  <td>
                    {one.answers === 0 ? (
                      '–'
                    ) : (
                      <Box
                        type="button"
                        as="button"
                        cut
                        padY={3}
                        tone="plain"
                        side="left"
                        className={css.perimeter}
                        aria-label={t('results.items.open', { name: called, count: one.answers })}
                        onClick={() => setOpen({ sought: { item: one.item }, title: called })}
                      >
                        {one.answers}
                      </Box>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </Box>
      </div>
      {open ? <FoundAnswers campaign={campaign.id} perimeter={perimeter} {...open} levels={levels} onClose={() => setOpen(undefined)} /> : null}
    </div>
  )
}
