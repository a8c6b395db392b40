import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { adoptModels, foreseeAdoption, ModelKind } from '#areas/catalog/contract/shared.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './models.module.css'

interface AdoptSeveralProps {
  readonly entity: ModelKind
  readonly rows: readonly { readonly id: number; readonly identifier: string; readonly name: string | null; readonly own: object | null }[]
  readonly onClose: () => void
}

/** Several shared models at once: what is chosen, and what will come with it before anything does. */
export function AdoptSeveral({ entity, rows, onClose }: AdoptSeveralProps) {
  const t = useWords('catalog')
  const offered = rows.filter(({ own }) => own === null)
  const [ids, setIds] = useState<readonly number[]>([])
  const foreseen = useQuery({
    queryKey: [entity, 'foreseen', ids],
    queryFn: ({ signal }) => api.call<typeof foreseeAdoption>('POST /shared/{entity}/foresee', { params: { entity }, body: { ids: [...ids] }, signal }),
    select: ({ objects }) => objects.filter(({ own }) => own === null),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  })
  const coming = ids.length > 0 ? (foreseen.data ?? []) : []
  const others = coming.filter(({ asked }) => !asked)
  const toggle = (id: number) => setIds(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id])
  return (
    <FormDialog
      title={t('models.several_title')}
      size="md"
      action={t('models.adopt', { count: coming.length })}
      complete={ids.length > 0 && !foreseen.isFetching}
      send={async () => (await api.call<typeof adoptModels>('POST /shared/{entity}/adopt', { params: { entity }, body: { ids: [...ids] } })).message}
      onClose={onClose}
    >
      {offered.length === 0 ? <p>{t('models.several_none')}</p> : null}
      {offered.length > 1 ? (
        <Checkbox
          label={t('models.several_all', { count: offered.length })}
          checked={ids.length === offered.length}
          onChange={() => setIds(ids.length === offered.length ? [] : offered.map(({ id }) => id))}
        />
      ) : null}
      <Box as="ul" overflow="scrolled" className={css.models}>
        {offered.map(({ id, identifier, name }) => (
          <li key={id}>
            <Checkbox label={name ?? identifier} checked={ids.includes(id)} onChange={() => toggle(id)} />
          </li>
        ))}
      </Box>
      {ids.length > 0 ? (
        <Text as="p" tone="soft" role="status">
          {t('models.brings', { count: others.length })} {others.map(({ name, identifier }) => name ?? identifier).join(', ')}
        </Text>
      ) : null}
    </FormDialog>
  )
}
