import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { linkSolutions } from '#areas/policies/contract/calls.ts'
import { control, type ControlSolution } from '#areas/policies/contract/control.ts'
import { api } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useOptions } from '#kit/web/kinds/options.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { attempt } from './attempt.ts'
import css from './solutions-tab.module.css'

/** The measure models that answer a requirement, each with its share; together they cover it up to 100 %. */
export function SolutionsTab({ id }: { readonly id: number }) {
  const record = useRecord(control, id, useAsOf())
  if (!record.data) return <SkeletonRows count={4} />
  const stored = record.data.solutions ?? []
  return <SolutionList key={JSON.stringify(stored)} id={id} stored={stored} />
}

function SolutionList({ id, stored }: { readonly id: number; readonly stored: readonly ControlSolution[] }) {
  const t = useWords('policies')
  const kit = useWords('kit')
  const format = useFormat()
  const asOf = useAsOf()
  const mayWrite = useRight('policy.link') && !asOf
  const [list, setList] = useState(stored)
  const [saving, setSaving] = useState(false)
  const [search, setSearch] = useState('')
  const { options, busy } = useOptions('solution', search, mayWrite)
  const total = list.reduce((sum, each) => sum + each.share, 0)
  const dirty = list !== stored
  const change = (solution: number, values: Partial<ControlSolution>) => setList(list.map((each) => (each.id === solution ? { ...each, ...values } : each)))
  const add = (chosen: string | null) => {
    const option = options.find((each) => String(each.id) === chosen)
    if (option) setList([...list, { id: option.id, name: option.name, identifier: option.identifier ?? '', share: 100, to_confirm: false }])
  }
  const put = (wanted: readonly ControlSolution[]) =>
    api.call<typeof linkSolutions>('PUT /control/{id}/solutions', {
      params: { id },
      body: { solutions: wanted.map((each) => ({ solution: each.id, share: each.share, to_confirm: each.to_confirm })) },
    })
  const save = async () => {
    setSaving(true)
    // What answered the requirement until now can be given back.
    const lost = stored.some((each) => !list.some((other) => other.id === each.id))
    await attempt(
      () => put(list),
      () => (lost ? { label: kit('actions.undo'), run: () => void attempt(() => put(stored)) } : undefined),
    )
    setSaving(false)
  }
  const wrong = list.some((each) => !Number.isInteger(each.share) || each.share < 1 || each.share > 100)
  return (
    <Stack gap={12} padY={4}>
      <ul className={css.list}>
        {list.map((solution) => (
          <Row as="li" align="center" gap={8} edge="soft-below" key={solution.id}>
            <Text grow narrows breaks>
              <Text size={12} tone="quiet">
                {solution.identifier}
              </Text>{' '}
              {solution.name}
            </Text>
            {solution.to_confirm ? (
              <StatusBadge tone="warning" glyph="pause">
                {t('solutions.to_confirm')}
              </StatusBadge>
            ) : null}
            {mayWrite && solution.to_confirm ? (
              <IconButton size="sm" label={t('solutions.confirm', { name: solution.identifier })} onClick={() => change(solution.id, { to_confirm: false })}>
                <Check size={14} />
              </IconButton>
            ) : null}
            {mayWrite ? (
              <Row as="label" align="center" gap={4} tone="quiet" className={css.share}>
                <input
                  type="number"
                  min={1}
                  max={100}
                  step={1}
                  aria-label={t('solutions.share_of', { name: solution.identifier })}
                  value={Number.isNaN(solution.share) ? '' : solution.share}
                  onChange={(event) => change(solution.id, { share: event.currentTarget.valueAsNumber })}
                />
                <span aria-hidden>%</span>
              </Row>
            ) : (
              <Text tone="quiet">{format.percent(solution.share)}</Text>
            )}
            {mayWrite ? (
              <IconButton
                size="sm"
                label={`${kit('actions.remove')} ${solution.identifier}`}
                onClick={() => setList(list.filter((each) => each.id !== solution.id))}
              >
                <X size={14} />
              </IconButton>
            ) : null}
          </Row>
        ))}
      </ul>
      <Text as="p" size={12} tone="quiet" role="status">
        {list.length === 0
          ? t('solutions.unmapped')
          : t(total < 100 ? 'solutions.under' : 'solutions.covered', { total: format.percent(Number.isNaN(total) ? 0 : total, 2) })}
      </Text>
      {mayWrite ? (
        <>
          <Select
            label={t('solutions.add')}
            value={null}
            onChange={add}
            onSearch={setSearch}
            loading={busy}
            options={options
              .filter((option) => !list.some((each) => each.id === option.id))
              .map((option) => ({ value: String(option.id), label: `${option.identifier ?? ''} ${option.name}` }))}
          />
          <Row gap={8} spread="last">
            <Button disabled={!dirty} onClick={() => setList(stored)}>
              {kit('actions.cancel')}
            </Button>
            <Button variant="primary" disabled={!dirty || wrong} loading={saving} onClick={() => void save()}>
              {kit('actions.save')}
            </Button>
          </Row>
        </>
      ) : null}
    </Stack>
  )
}
