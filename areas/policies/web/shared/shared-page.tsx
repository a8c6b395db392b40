import { CopyPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { LazyAdoptSeveral } from '#areas/catalog/web/index.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { useWords } from '#kit/web/i18n/words.ts'
import { useListState } from '#kit/web/resource/use-list-state.ts'
import { matchesSearch } from '#kit/web/table/client-rows.ts'
import { DataTable } from '#kit/web/table/data-table.tsx'
import { inBrowser } from '#kit/web/table/in-browser.ts'
import { Page as Sheet, PageToolbar } from '#kit/web/ui/page.tsx'
import { TabbedList } from '#kit/web/ui/tabbed-list.tsx'
import { SearchBox } from '#kit/web/resource/search-box.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { appliedNext, ownPage } from './adopt.ts'
import { useSharedColumns } from './shared-columns.tsx'
import { SharedPanel } from './shared-panel.tsx'
import css from './shared.module.css'
import { modelKindOf, useShared, useSharedKinds, type SharedKind } from './use-shared.ts'

const defaults = { view: 'policy', sort: [{ name: 'name', order: 'asc' as const }] }

/** What the provider and the instance share: looked at before it is copied, policies with all that answers them (CAT-04, CAT-10). */
export function Page() {
  const t = useWords('policies')
  const navigate = useNavigate()
  const [state, change] = useListState(defaults)
  const lists = useShared()
  const sharedKinds = useSharedKinds()
  const kind: SharedKind = sharedKinds.find((each) => each === state.view) ?? 'policy'
  const list = lists[kind]
  const model = modelKindOf(kind)
  const catalog = useWords('catalog')
  const mayMake = useRight(model ? `${model}.write` : 'none.none')
  const [several, setSeveral] = useState(false)
  const found = useMemo(
    () =>
      Object.fromEntries(
        sharedKinds.map((each) => [
          each,
          lists[each].data?.filter(({ identifier, name, description }) => matchesSearch([identifier, name, description], state.search)),
        ]),
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the lists are made anew each time, their rows are not
    [sharedKinds, ...sharedKinds.map((each) => lists[each].data), state.search],
  )
  const columns = useSharedColumns(kind)
  const open = list.data?.find((row) => row.id === state.id)
  return (
    <Sheet>
      <PageToolbar>
        <p className={css.lead}>{t('shared.lead')}</p>
        {model && mayMake && list.data?.some(({ own }) => own === null) ? (
          <Button icon={<CopyPlus size={14} aria-hidden />} onClick={() => setSeveral(true)}>
            {catalog('models.several')}
          </Button>
        ) : null}
        <SearchBox label={t('shared.search')} value={state.search} onChange={(search) => change({ search })} />
      </PageToolbar>
      <TabbedList
        tabs={
          <Tabs
            label={t('pages.shared')}
            value={kind}
            onChange={(view) => change({ view, id: undefined })}
            tabs={sharedKinds.map((each) => ({ value: each, label: t(`shared.kinds.${each}`), count: found[each]?.length }))}
          />
        }
        panel={
          open ? (
            <SharedPanel
              key={`${kind}-${open.id}`}
              kind={kind}
              row={open}
              rows={found[kind] ?? []}
              onOpen={(id) => change({ id })}
              onCopied={(id) => void navigate({ to: kind === 'policy' ? appliedNext(id) : ownPage(kind, id) })}
            />
          ) : null
        }
      >
        <DataTable
          label={t(`shared.kinds.${kind}`)}
          whole={inBrowser}
          density="large"
          filterRow={false}
          columns={columns}
          rows={list.data && found[kind]}
          state={{ ...state, search: '' }}
          onChange={change}
          onOpen={(row) => change({ id: row.id })}
          nameOf={(row) => row.name ?? row.identifier}
          {...(list.error && { error: { reason: list.error, retry: () => void list.refetch() } })}
          empty={list.data?.length === 0 ? <EmptyState title={t('shared.none')} text={t('shared.none_text')} /> : undefined}
          scrollKey="shared"
        />
      </TabbedList>
      {several && model ? (
        <Suspense fallback={null}>
          <LazyAdoptSeveral entity={model} rows={list.data ?? []} onClose={() => setSeveral(false)} />
        </Suspense>
      ) : null}
    </Sheet>
  )
}
