import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OfferedSource } from '#kit/contract/source.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useOptions } from '#kit/web/kinds/options.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { cockpitLayout } from '#areas/reporting/contract/cockpit.ts'
import { blocksOf, mostBlocks, type Layout } from '#areas/reporting/contract/layout.ts'
import { titleOf } from '#areas/reporting/web/blocks/block-view.tsx'
import { layoutToCopy } from '#areas/reporting/web/reporting-api.ts'
import { offeredOf } from './change-layout.ts'

const cockpit = 'cockpit'

interface CopyProps {
  /** The dashboard itself, which is no copy of its own. */
  readonly current: number
  /** Blocks that it has already. */
  readonly has: number
  readonly sources: readonly OfferedSource[]
  readonly onLayout: (layout: Layout) => void
  readonly onClose: () => void
}

/** Takes over sections or single blocks of the cockpit, or of another dashboard that the reader reads. */
export function CopyDialog({ current, has, sources, onLayout, onClose }: CopyProps) {
  const t = useWords('reporting')
  const [from, setFrom] = useState<string>(cockpit)
  const [search, setSearch] = useState('')
  const { options, more, busy, failed } = useOptions('dashboard', search, true)
  const { data, error, refetch } = useQuery({
    queryKey: ['dashboard', 'to copy', from],
    queryFn: () => (from === cockpit ? Promise.resolve(cockpitLayout) : layoutToCopy(Number(from))),
    staleTime: 0,
  })
  const layout = data && offeredOf(data, sources)
  const [chosenLeft, setLeft] = useState<ReadonlySet<string>>()
  // All of it is what one begins with; single blocks are what one adds.
  const left = chosenLeft ?? new Set(has > 0 && layout ? blocksOf(layout).map(({ id }) => id) : [])
  const chosen = layout ? blocksOf(layout).filter(({ id }) => !left.has(id)).length : 0
  const tooMany = has + chosen > mostBlocks
  const take = () => {
    if (!layout) return
    const sections = layout.sections.map((section) => ({ ...section, blocks: section.blocks.filter(({ id }) => !left.has(id)) }))
    onLayout({ sections: sections.filter(({ blocks }) => blocks.length > 0) })
    onClose()
  }
  const found = options.filter(({ id }) => id !== current).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Modal
      title={t('builder.copy_from')}
      size="sm"
      sheet
      unasked
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" disabled={chosen === 0 || tooMany} onClick={take}>
            {t('builder.copy_blocks', { count: chosen })}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Select
          label={t('builder.copy_source')}
          value={from}
          options={[{ value: cockpit, label: t('cockpit.title') }, ...found]}
          onSearch={setSearch}
          more={more}
          loading={busy}
          failed={failed}
          onChange={(next) => {
            setFrom(next ?? cockpit)
            setLeft(undefined)
          }}
        />
        {tooMany ? (
          <Text as="p" role="alert" tone="bad">
            {t('errors.blocks', { count: mostBlocks })}
          </Text>
        ) : null}
        {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
        {!layout && !error ? <SkeletonRows count={6} /> : null}
        {layout && blocksOf(layout).length === 0 ? (
          <Text as="p" tone="quiet">
            {t('builder.copy_nothing')}
          </Text>
        ) : null}
        {layout ? <Blocks key={from} layout={layout} left={left} onLeft={setLeft} /> : null}
      </Stack>
    </Modal>
  )
}

interface BlocksProps {
  readonly layout: Layout
  readonly left: ReadonlySet<string>
  readonly onLeft: (left: ReadonlySet<string>) => void
}

/** Sections with their blocks, each to be taken or left. */
function Blocks({ layout, left, onLeft }: BlocksProps) {
  const t = useWords('reporting')
  const language = useLanguage()
  const set = (ids: readonly string[], taken: boolean) => onLeft(new Set(taken ? [...left].filter((id) => !ids.includes(id)) : [...left, ...ids]))
  return layout.sections.map((section, at) => {
    const ids = section.blocks.map(({ id }) => id)
    return ids.length === 0 ? null : (
      <Stack key={section.id} as="fieldset" gap={4}>
        <legend>
          <Checkbox
            label={<Text weight={600}>{titleOf(section, language) || t('builder.section', { n: at + 1 })}</Text>}
            checked={ids.every((id) => !left.has(id))}
            onChange={(event) => set(ids, event.target.checked)}
          />
        </legend>
        {section.blocks.map((block) => (
          <Row key={block.id} padX={24}>
            <Checkbox
              label={titleOf(block, language) || t(`blocks.${block.type}`)}
              checked={!left.has(block.id)}
              onChange={(event) => set([block.id], event.target.checked)}
            />
          </Row>
        ))}
      </Stack>
    )
  })
}
