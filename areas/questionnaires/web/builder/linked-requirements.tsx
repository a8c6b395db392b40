import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { findRequirements, LinkedRequirement } from '#areas/questionnaires/contract/calls.ts'
import { limits } from '#areas/questionnaires/contract/structure.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { namedOption } from '#kit/web/ui/option.ts'
import { MultiSelect } from '#kit/web/ui/select.tsx'

interface LinkedRequirementsProps {
  readonly keys: readonly string[]
  readonly editable: boolean
  readonly onChange: (keys: string[]) => void
}

const none: readonly LinkedRequirement[] = []
const labelOf = ({ identifier, name, policy }: LinkedRequirement) => `${[identifier, name].filter(Boolean).join(' ')} (${policy})`

/** What a question is linked to (QST-09), found by typing; a key that no policy of the organisation has stays as it is written. */
export function LinkedRequirements({ keys, editable, onChange }: LinkedRequirementsProps) {
  const t = useWords('questionnaires')
  const [text, setText] = useState('')
  const [touched, setTouched] = useState(false)
  const typed = useDeferredValue(text.trim())
  const search = typed.length > 1 ? typed : ''
  const { data, isFetching, isError } = useQuery({
    queryKey: ['questionnaire', 'requirements', keys, search],
    queryFn: ({ signal }) => api.call<typeof findRequirements>('POST /questionnaire/requirements', { body: { keys: [...keys], search }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: touched || keys.length > 0,
  })
  if (!editable && keys.length === 0) return null
  const found = data?.objects ?? none
  const known = new Set(found.map(({ key }) => key))
  const options = [...found.map((one) => namedOption(one.key, labelOf(one))), ...keys.filter((key) => !known.has(key)).map((key) => namedOption(key, key))]
  return (
    <div onFocusCapture={() => setTouched(true)}>
      <MultiSelect
        label={t('editor.requirements')}
        help={t('editor.requirements_lead')}
        value={keys}
        max={limits.references}
        options={options}
        onSearch={setText}
        loading={isFetching && touched}
        failed={isError}
        onChange={onChange}
      />
    </div>
  )
}
