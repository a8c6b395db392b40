import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { PageAnswer } from '#kit/contract/envelope.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { namedOption } from '#kit/web/ui/option.ts'
import { Select } from '#kit/web/ui/select.tsx'

interface MetricChoiceProps {
  readonly identifier: string | null
  readonly editable: boolean
  readonly onChange: (identifier: string | null) => void
}

interface Found {
  readonly identifier: string
  readonly name: string | null
}

/** The metric whose last value answers a number, found by typing; one that the organisation does not have stays as it is written. */
export function MetricChoice({ identifier, editable, onChange }: MetricChoiceProps) {
  const t = useWords('questionnaires')
  const [text, setText] = useState('')
  const [touched, setTouched] = useState(false)
  const search = useDeferredValue(text.trim())
  const { data, isFetching, isError } = useQuery({
    queryKey: ['metric', 'of_question', search],
    queryFn: ({ signal }) =>
      api.post<PageAnswer<Found>>('/metric/page', { queryParams: { per_page: 50, ...(search && { global_search: search }) } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: touched || identifier !== null,
  })
  if (!editable && identifier === null) return null
  const found = data?.objects ?? []
  const options = found.map((one) => namedOption(one.identifier, [one.identifier, one.name].filter(Boolean).join(' ')))
  return (
    <div onFocusCapture={() => setTouched(true)}>
      <Select
        label={t('editor.metric')}
        help={t('editor.metric_lead')}
        value={identifier}
        clearable
        options={identifier === null || found.some((one) => one.identifier === identifier) ? options : [...options, namedOption(identifier, identifier)]}
        onSearch={setText}
        more={(data?.total ?? 0) > found.length}
        loading={isFetching && touched}
        failed={isError}
        onChange={onChange}
      />
    </div>
  )
}
