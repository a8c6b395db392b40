import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ModelKind, readCatalogTypes, shareSolution } from '#areas/catalog/contract/shared.ts'
import type { catalogTypes } from '#kit/contract/origin.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './share-dialog.module.css'

type CatalogType = (typeof catalogTypes)[number]

interface ShareDialogProps {
  readonly entity: ModelKind | 'policy' | 'mapping_set' | 'questionnaire'
  readonly row: { readonly id: number; readonly version: number; readonly name: string | null; readonly catalog_type: CatalogType | null }
  readonly onClose: () => void
}

/** In a catalog: who sees something, once it is published. */
export function ShareDialog({ entity, row, onClose }: ShareDialogProps) {
  const t = useWords('catalog')
  const kit = useWords('kit')
  const types = useQuery({
    queryKey: ['catalog_types'],
    queryFn: ({ signal }) => api.call<typeof readCatalogTypes>('GET /catalog_types', { signal }),
    select: ({ objects }) => objects,
  })
  const [chosen, setChosen] = useState<CatalogType>(row.catalog_type ?? 'PRIVATE')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const body = { catalog_type: chosen, version: row.version }
      const { message } = await api.call<typeof shareSolution>(`PUT /${entity}/{id}/catalog_type` as 'PUT /solution/{id}/catalog_type', {
        params: { id: row.id },
        body,
      })
      toast.success(message ?? '')
      onClose()
      await renewed()
    } catch (reason) {
      toast.error(failureText(reason))
      setBusy(false)
    }
  }
  return (
    <Modal
      title={t('sharing.of', { name: row.name ?? '' })}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" loading={busy} disabled={chosen === row.catalog_type} onClick={() => void save()}>
            {kit('actions.save')}
          </Button>
        </>
      }
    >
      <Stack as="fieldset" gap={2} below={12} className={css.choices}>
        <Text as="legend" below={6} tone="soft" size={12}>
          {t('sharing.title')}
        </Text>
        {(types.data ?? []).map((value) => (
          <Row as="label" align="center" gap={8} key={value}>
            <input type="radio" name="catalog_type" checked={value === chosen} onChange={() => setChosen(value)} />
            {t(`sharing.with.${value}`)}
          </Row>
        ))}
      </Stack>
      <Text as="p" apart>
        {t('sharing.text')}
      </Text>
    </Modal>
  )
}
