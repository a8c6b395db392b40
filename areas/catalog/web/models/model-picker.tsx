import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ModelKind } from '#areas/catalog/contract/shared.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import { api } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { matchesSearch } from '#kit/web/table/client-rows.ts'
import { Box, Grid } from '#kit/web/ui/layout.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './models.module.css'

/** A model as it is chosen. */
export interface ModelRow extends Readonly<Record<string, unknown>> {
  readonly id: number
  readonly identifier: string
  readonly name: string | null
  readonly description: string | null
}

interface ModelPickerProps {
  readonly entity: ModelKind
  readonly onPick: (row: ModelRow) => void
  readonly onClose: () => void
}

const body = { queryParams: { filters: [{ name: 'archived', selected_options: [false] }], per_page: 200, sort: [{ name: 'name', order: 'asc' }] } }

/** The models of the own catalogue, one of which something is made of. */
export function ModelPicker({ entity, onPick, onClose }: ModelPickerProps) {
  const t = useWords('catalog')
  const maySee = useRight('shared_catalog.read')
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: [entity, 'picked'],
    queryFn: ({ signal }) => api.post<ListAnswer<ModelRow>>(`/${entity}/page`, body, { signal }),
  })
  const rows = data?.objects ?? []
  const found = rows.filter(({ identifier, name, description }) => matchesSearch([identifier, name, description], search))
  const way = maySee ? { label: t('sharing.from'), to: path('/admin/catalog/policies', { view: entity }) } : undefined
  return (
    <Modal title={t('models.pick')} size="md" onClose={onClose}>
      <Grid gap={10}>
        {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
        {data ? null : error ? null : <SkeletonRows count={6} />}
        {data && rows.length === 0 ? <EmptyState title={t('models.none')} text={t('models.none_text')} way={way} /> : null}
        {rows.length > 0 ? (
          <>
            <TextInput type="search" label={t('models.search')} value={search} onChange={(event) => setSearch(event.target.value)} data-autofocus />
            <Box as="ul" overflow="scrolled" className={css.models}>
              {found.map((row) => (
                <li key={row.id}>
                  <button type="button" onClick={() => onPick(row)}>
                    <span>{row.name ?? row.identifier}</span>
                    <Text as="small" overflow="clipped" tone="soft">
                      {row.description}
                    </Text>
                  </button>
                </li>
              ))}
            </Box>
            {found.length === 0 ? (
              <Text as="p" tone="soft">
                {t('models.no_match')}
              </Text>
            ) : null}
          </>
        ) : null}
      </Grid>
    </Modal>
  )
}
