import { useState } from 'react'
import { roles, type Role } from '#kit/contract/right.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { MultiSelect, Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useNamed, useOptions } from '#kit/web/kinds/options.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Stack } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { mappingSources, placeAttributes, type Mapping, type MappingSource, type PlaceAttribute } from '#areas/scim/contract/connection.ts'

interface MappingProps {
  readonly mapping: Mapping
  readonly isNew: boolean
  readonly onClose: () => void
  readonly onKeep: (mapping: Mapping) => void
}

export const emptyMapping = (value = ''): Mapping => ({ source: 'GROUP', value, role: 'contributor', perimeters: [], place: null })

/** What a group, or a value of a person, gives here; kept on the page until the roles are saved. */
export function MappingDialog({ mapping, isNew, onClose, onKeep }: MappingProps) {
  const t = useWords('scim')
  const [next, setNext] = useState(mapping)
  const change = (some: Partial<Mapping>) => setNext((before) => ({ ...before, ...some }))
  const needsPlace = next.role.startsWith('local') && next.perimeters.length === 0 && next.place === null
  return (
    <Modal
      title={isNew ? t('mappings.add') : t('mappings.edit', { name: mapping.value })}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" disabled={next.value.trim() === '' || needsPlace} onClick={() => onKeep({ ...next, value: next.value.trim() })}>
            {t('mappings.keep')}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Select
          label={t('mappings.source')}
          value={next.source}
          options={mappingSources.map((one) => ({ value: one, label: t(`mappings.sources.${one}`) }))}
          onChange={(source) => change({ source: source as MappingSource })}
        />
        <TextInput label={t('mappings.value')} required maxLength={256} value={next.value} onChange={(event) => change({ value: event.target.value })} />
        <Select
          label={t('mappings.role')}
          value={next.role}
          options={roles.map((one) => ({ value: one, label: t(`entities.scim_connection.choices.default_role.${one}`) }))}
          onChange={(role) => change({ role: role as Role })}
        />
        {next.role.startsWith('global') ? null : (
          <>
            <Places value={next.perimeters} error={needsPlace ? t('errors.place_needed') : undefined} onChange={(perimeters) => change({ perimeters })} />
            <Select
              label={t('mappings.place')}
              clearable
              placeholder={t('mappings.no_place')}
              value={next.place}
              options={placeAttributes.map((one) => ({ value: one, label: t(`mappings.places.${one}`) }))}
              onChange={(place) => change({ place: place as PlaceAttribute | null })}
            />
          </>
        )}
      </Stack>
    </Modal>
  )
}

interface PlacesProps {
  readonly value: readonly number[]
  readonly error: string | undefined
  readonly onChange: (value: readonly number[]) => void
}

function Places({ value, error, onChange }: PlacesProps) {
  const t = useWords('scim')
  const [search, setSearch] = useState('')
  const { options, more, busy, failed } = useOptions('perimeter', search, true)
  const named = useNamed('perimeter', [...value], value.length > 0)
  const shown = [...named.filter(({ id }) => !options.some((option) => option.id === id)), ...options]
  return (
    <MultiSelect
      label={t('mappings.perimeters')}
      error={error}
      value={value.map(String)}
      options={shown.map(({ id, name }) => namedOption(id, name))}
      onSearch={setSearch}
      more={more}
      loading={busy}
      failed={failed}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  )
}
