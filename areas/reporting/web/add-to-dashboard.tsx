import { useState } from 'react'
import type { OfferedBlock } from '#kit/contract/source.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useNavigate } from '#kit/web/navigation.ts'
import { usePage } from '#kit/web/resource/list-api.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Stack } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { readDraft } from '#areas/reporting/contract/calls.ts'
import { dashboard } from '#areas/reporting/contract/dashboard.ts'
import { blocksOf, mostBlocks, type Block, type BlockType, type Layout } from '#areas/reporting/contract/layout.ts'
import { emptyAsk, insertBlock, newBlock, newSection } from './builder/change-layout.ts'
import { beginWith, sendDraft } from './reporting-api.ts'

interface AddProps {
  readonly offers: readonly OfferedBlock<BlockType>[]
  readonly onDone: () => void
}

const another = 'another'

/** Behind all that is there: in the last section, or in a first one. */
function withBlocks(layout: Layout, blocks: readonly Block[]): Layout {
  const begun = layout.sections.length === 0 ? { sections: [newSection(2)] } : layout
  const section = begun.sections.length - 1
  return blocks.reduce((grown, block) => insertBlock(grown, { section, place: Infinity }, block), begun)
}

/** Puts what a page shows in the draft of a dashboard that the reader may change, or in one that begins with it. */
export function AddToDashboard({ offers, onDone }: AddProps) {
  const t = useWords('reporting')
  const language = useLanguage()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [to, setTo] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const { data, isFetching, isError } = usePage(
    dashboard,
    {
      queryParams: {
        filters: [{ name: 'archived', selected_options: [false] }],
        sort: [{ name: 'name', order: 'asc' }],
        global_search: search,
        per_page: 100,
        page: 1,
      },
      page: 1,
    },
    {},
  )
  const editable = (data?.objects ?? []).filter((row) => row.edit_right)
  const chosen = to ?? (data && editable.length === 0 ? another : to)
  const taken = offers.filter((_, at) => !left.has(at))
  const add = async () => {
    setBusy(true)
    const blocks = taken.map(({ title, type, ask }): Block => ({
      ...newBlock(type),
      [language === 'fr' ? 'title_fr' : 'title_en']: title.slice(0, 128),
      ask: { ...emptyAsk(ask.source), ...ask },
    }))
    try {
      const id = chosen === another ? await beginWith(name.trim(), withBlocks({ sections: [] }, blocks)) : await addTo(Number(chosen), blocks)
      toast.success(t('add.done', { count: blocks.length }), {
        action: { label: t('add.open'), run: () => void navigate({ to: path('/reporting/dashboards/$id/builder', { id }) }) },
      })
      onDone()
    } catch (reason) {
      toast.error(reason instanceof TooMany ? t('errors.blocks', { count: mostBlocks }) : failureText(reason))
      setBusy(false)
    }
  }
  return (
    <Modal
      title={t('add.title')}
      size="sm"
      unasked
      onClose={onDone}
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            loading={busy}
            disabled={taken.length === 0 || chosen === null || (chosen === another && name.trim() === '')}
            onClick={() => void add()}
          >
            {t('add.confirm')}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Select
          label={t('add.to')}
          placeholder={t('builder.choose')}
          value={chosen}
          options={[
            ...editable.map((row) => ({ value: String(row.id), label: row.name ?? row.identifier ?? '' })),
            { value: another, label: t('add.another') },
          ]}
          onSearch={setSearch}
          more={(data?.total ?? 0) > 100}
          loading={isFetching}
          failed={isError}
          onChange={setTo}
        />
        {chosen === another ? <TextInput label={t('add.name')} value={name} maxLength={128} onChange={(event) => setName(event.target.value)} /> : null}
        {offers.length > 1
          ? offers.map(({ title }, at) => (
              <Checkbox
                key={title}
                label={title}
                checked={!left.has(at)}
                onChange={(event) => setLeft(new Set(event.target.checked ? [...left].filter((one) => one !== at) : [...left, at]))}
              />
            ))
          : offers.map(({ title }) => (
              <Text as="p" key={title}>
                {title}
              </Text>
            ))}
        <Text as="p" size={12} tone="quiet">
          {t('add.help')}
        </Text>
      </Stack>
    </Modal>
  )
}

class TooMany extends Error {}

async function addTo(id: number, blocks: readonly Block[]): Promise<number> {
  const { object } = await api.call<typeof readDraft>('GET /dashboard/{id}/draft', { params: { id } })
  if (blocksOf(object.layout).length + blocks.length > mostBlocks) throw new TooMany()
  await sendDraft(id, object.version, withBlocks(object.layout, blocks))
  return id
}
