import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileCheck2 } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { offerEvidence } from '#areas/evidence/contract/calls.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import type { FileReference } from '#kit/contract/field.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { MultiSelect } from '#kit/web/ui/multi-select.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import css from './evidence.module.css'

type Offered = AnswerOf<typeof offerEvidence>
type Named = Offered['objects'][number]

const shownAtOnce = 50
const nothing: Offered['objects'] = []
const titleOf = ({ identifier, name }: Named) => [identifier, name].filter(Boolean).join(' ')

interface ChooseProps {
  readonly label: string
  readonly help?: string
  readonly value: readonly number[]
  readonly onChange: (ids: readonly number[]) => void
  /** Shown already: not offered again. */
  readonly without?: ReadonlySet<number>
  readonly focused?: boolean
  readonly error?: string | undefined
}

/** Evidence that is there already, found by name; the most recently used first. */
export function ChooseEvidence({ label, help, value, onChange, without, focused = false, error }: ChooseProps) {
  const t = useWords('evidence')
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const { data, isFetching, isError } = useQuery({
    queryKey: ['evidence', 'offered', search],
    queryFn: ({ signal }) => api.call<typeof offerEvidence>('GET /evidence/offered', { query: { search, limit: shownAtOnce + 1 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const objects = data?.objects ?? nothing
  const options = useMemo(
    () =>
      objects
        .slice(0, shownAtOnce)
        .filter(({ id }) => !without?.has(id))
        .map((one) => namedOption(one.id, one.state === 'EXPIRED' ? t('choose.expired', { name: titleOf(one) }) : titleOf(one))),
    [objects, without, t],
  )
  return (
    <MultiSelect
      label={label}
      help={help}
      {...(focused ? { 'data-autofocus': true } : {})}
      options={options}
      onSearch={setText}
      more={objects.length > shownAtOnce}
      loading={isFetching}
      failed={isError}
      error={error}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  )
}

interface KnownProps {
  /** Sent, and attached to nothing yet. */
  readonly files: readonly FileReference[]
  readonly chosen: readonly number[]
  /** Shows the evidence rather than the file. */
  readonly onUse: (file: FileReference, evidence: number) => void
}

/** Offers the evidence that holds the same as a file that was just sent, by its hash. */
export function KnownFiles({ files, chosen, onUse }: KnownProps) {
  const t = useWords('evidence')
  const ids = files.map(({ id }) => id)
  const { data } = useQuery({
    queryKey: ['evidence', 'same', ids],
    queryFn: ({ signal }) => api.call<typeof offerEvidence>('GET /evidence/offered', { query: { files: ids.join(','), limit: 1 }, signal }),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  })
  const known = (data?.same ?? []).flatMap(({ file, evidence }) => {
    const sent = files.find(({ id }) => id === file)
    return sent && !chosen.includes(evidence.id) ? [{ sent, evidence }] : []
  })
  return (
    <div role="status" className={css.known}>
      {known.map(({ sent, evidence }) => (
        <Row as="p" align="center" gap={8} padY={6} tone="soft" size={12} key={sent.id}>
          <FileCheck2 size={14} aria-hidden />
          <span>{t('choose.same', { file: sent.name, evidence: titleOf(evidence) })}</span>
          <Button size="sm" onClick={() => onUse(sent, evidence.id)}>
            {t('choose.use', { identifier: evidence.identifier ?? '' })}
          </Button>
        </Row>
      ))}
    </div>
  )
}
