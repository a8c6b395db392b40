import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { readProperties, writeProperties } from '#areas/organisation/contract/calls.ts'
import { perimeterPropertyValue } from '#areas/organisation/contract/perimeter-property.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Reading } from '#kit/web/ui/reading.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { UrlInput } from '#kit/web/ui/outside-link.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Stack } from '#kit/web/ui/layout.tsx'
import type { Perimeter } from './build-tree.ts'

type Property = AnswerOf<typeof readProperties>['objects'][number]

/** What the organisation's own properties say of a perimeter. */
export function PropertiesTab({ row }: { readonly row: Perimeter }) {
  const t = useWords('organisation')
  const kit = useWords('kit')
  const { data, error, refetch } = useQuery({
    queryKey: [perimeterPropertyValue.name, 'of', row.id],
    queryFn: ({ signal }) => api.call<typeof readProperties>('GET /perimeter/{id}/properties', { params: { id: row.id }, signal }),
    select: (answer) => answer.objects,
  })
  const [changed, setChanged] = useState<ReadonlyMap<number, string | null>>(new Map())
  const [wrong, setWrong] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [saving, setSaving] = useState(false)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} />
  if (data.length === 0) return <EmptyState title={t('properties.none')} />

  const save = async () => {
    setSaving(true)
    try {
      const values = [...changed].map(([id, value]) => ({ perimeter_property: id, value }))
      const { message = '' } = await api.call<typeof writeProperties>('PUT /perimeter/{id}/properties', { params: { id: row.id }, body: { values } })
      toast.success(message)
      setWrong({})
      await renewed()
      setChanged(new Map())
    } catch (reason) {
      if (reason instanceof ApiError) setWrong(reason.errors)
      toast.error(failureText(reason))
    }
    setSaving(false)
  }
  return (
    <Stack
      as="form"
      gap={12}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Reading on={!row.edit_right}>
        {data.map((property) => (
          <PropertyInput
            key={property.id}
            property={property}
            value={changed.has(property.id) ? (changed.get(property.id) ?? null) : property.value}
            error={wrong[`property_${property.id}`]?.[0]}
            onChange={(value) => setChanged((before) => new Map(before).set(property.id, value))}
          />
        ))}
      </Reading>
      {row.edit_right ? (
        <div>
          <Button type="submit" variant="primary" loading={saving} disabled={changed.size === 0}>
            {kit('actions.save')}
          </Button>
        </div>
      ) : null}
      <Link to={path('/org/modeling/properties')}>{t('properties.search')}</Link>
    </Stack>
  )
}

interface InputProps {
  readonly property: Property
  readonly value: string | null
  readonly error: string | undefined
  readonly onChange: (value: string | null) => void
}

function PropertyInput({ property: { name, value_type, options, mandatory }, value, error, onChange }: InputProps) {
  const kit = useWords('kit')
  const texts = { label: name, error, required: mandatory }
  switch (value_type) {
    case 'DATE':
      return <DateInput {...texts} clearable value={value} onChange={onChange} />
    case 'LIST':
    case 'BOOLEAN': {
      const offered =
        value_type === 'LIST'
          ? options.map((option) => ({ value: option, label: option }))
          : [
              { value: 'true', label: kit('yes') },
              { value: 'false', label: kit('no') },
            ]
      return <Select {...texts} clearable value={value} onChange={onChange} options={offered} />
    }
    case 'URL':
      return <UrlInput {...texts} maxLength={2000} value={value ?? ''} onChange={({ currentTarget }) => onChange(currentTarget.value || null)} />
    default:
      return (
        <TextInput
          {...texts}
          {...(value_type === 'NUMBER' ? { inputMode: 'decimal' } : {})}
          maxLength={2000}
          value={value ?? ''}
          // Decimals may be typed with the comma of the reader's language.
          onChange={({ currentTarget }) => onChange(value_type === 'NUMBER' ? currentTarget.value.replace(',', '.') || null : currentTarget.value || null)}
        />
      )
  }
}
