import { useState } from 'react'
import { propertyKinds, type createProperty, type MetadataProperty, type PropertyKind, type updateProperty } from '#areas/tenancy/contract/metadata-property.ts'
import { api } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useProperties } from './use-properties.ts'

interface PropertyDialogProps {
  /** Absent: a new one. */
  readonly property: MetadataProperty | undefined
  /** What a new one is unless it is said. */
  readonly kind: PropertyKind
  readonly onClose: () => void
}

/** Adds or edits a sector, a branch or a country; its identifier is given once. */
export function PropertyDialog({ property, kind: usual, onClose }: PropertyDialogProps) {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const { rows = [] } = useProperties()
  const [kind, setKind] = useState<PropertyKind>(property?.kind ?? usual)
  const [identifier, setIdentifier] = useState(property?.identifier ?? '')
  const [en, setEn] = useState(property?.name_en ?? '')
  const [fr, setFr] = useState(property?.name_fr ?? '')
  const [parent, setParent] = useState(property?.parent ?? null)
  const above = kind === 'SECTOR_LOW' ? parent : null
  const send = async () => {
    const given = { name_en: en, name_fr: fr, parent: above }
    const { message } = property
      ? await api.call<typeof updateProperty>('PUT /metadata_property/{id}', { params: { id: property.id }, body: { ...given, version: property.version } })
      : await api.call<typeof createProperty>('POST /metadata_property', { body: { ...given, kind, identifier } })
    await invalidate('metadata_property')
    return message
  }
  const dirty = [identifier, en, fr, parent].some(
    (value, at) => value !== [property?.identifier ?? '', property?.name_en ?? '', property?.name_fr ?? '', property?.parent ?? null][at],
  )
  return (
    <FormDialog
      title={property ? `${t('property.one')} ${property.identifier}` : t('property.new')}
      action={kit(property ? 'actions.save' : 'actions.create')}
      dirty={dirty}
      send={send}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {property ? null : (
            <>
              <Select
                label={t('property.fields.kind')}
                options={propertyKinds.map((value) => ({ value, label: t(`property.new_kind.${value}`) }))}
                value={kind}
                onChange={(value) => setKind(propertyKinds.find((each) => each === value) ?? kind)}
              />
              <TextInput
                label={t('property.fields.identifier')}
                help={t('property.identifier_hint')}
                required
                maxLength={40}
                spellCheck={false}
                value={identifier}
                error={errorOf('identifier')}
                onChange={(event) => setIdentifier(event.target.value.toUpperCase())}
              />
            </>
          )}
          {kind === 'SECTOR_LOW' ? (
            <Select
              label={t('property.fields.parent')}
              {...(property && { help: t('property.parent_hint') })}
              required
              options={rows.filter((row) => row.kind === 'SECTOR_HIGH').map((row) => ({ value: row.identifier, label: row.label }))}
              value={parent}
              error={errorOf('parent')}
              onChange={setParent}
            />
          ) : null}
          <TextInput
            label={t('property.fields.name_en')}
            required
            maxLength={128}
            value={en}
            error={errorOf('name_en')}
            onChange={(event) => setEn(event.target.value)}
          />
          <TextInput
            label={t('property.fields.name_fr')}
            required
            maxLength={128}
            value={fr}
            error={errorOf('name_fr')}
            onChange={(event) => setFr(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
