import type { SharedContent, SharedPolicy } from '#areas/policies/contract/shared.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './shared-panel.module.css'
import { useSharedContent } from './use-shared.ts'

/** Groups to unfold, requirements with the models that come linked to them. */
export function SharedTree({ policy }: { readonly policy: SharedPolicy }) {
  const t = useWords('policies')
  const content = useSharedContent(policy.id)
  if (content.error) return <ErrorState reason={content.error} onRetry={() => void content.refetch()} />
  if (!content.data) return <SkeletonRows count={8} />
  return (
    <>
      <Text as="h3" above={14} below={6} tone="soft" size={12}>
        {t('shared.whole', { groups: policy.groups, requirements: policy.requirements, models: policy.models })}
      </Text>
      <Level content={content.data} parent={null} />
    </>
  )
}

function Level({ content, parent }: { readonly content: SharedContent; readonly parent: number | null }) {
  const groups = content.groups.filter((group) => group.parent_id === parent)
  const requirements = content.requirements.filter((requirement) => requirement.group_id === parent)
  return (
    <>
      {requirements.length > 0 ? (
        <Box as="ul" below={10} className={css.requirements}>
          {requirements.map(({ id, identifier, name, description, models }) => (
            <Row as="li" gap={8} key={id}>
              <Text rigid tone="quiet" figures className={css.reference}>
                {identifier}
              </Text>
              <div>
                <Text as="p" weight={550} className={css.name}>
                  {name}
                </Text>
                {description ? (
                  <Text as="p" tone="soft" size={12}>
                    {description}
                  </Text>
                ) : null}
                {models.length > 0 ? (
                  <Row as="p" wrap gap={4} above={4}>
                    {models.map((model) => (
                      <Tag key={model.identifier}>{model.name}</Tag>
                    ))}
                  </Row>
                ) : null}
              </div>
            </Row>
          ))}
        </Box>
      ) : null}
      {groups.map((group, n) => (
        <details key={group.id} className={css.group} open={parent === null && n === 0}>
          <summary>
            <Text rigid tone="quiet" figures className={css.reference}>
              {group.identifier}
            </Text>
            <Text weight={550} className={css.name}>
              {group.name}
            </Text>
            <Text size={12} tone="quiet" figures>
              {below(content, group.id)}
            </Text>
          </summary>
          <Level content={content} parent={group.id} />
        </details>
      ))}
    </>
  )
}

/** Requirements of a group, and of those within it. */
const below = (content: SharedContent, group: number): number =>
  content.requirements.filter((requirement) => requirement.group_id === group).length +
  content.groups.filter((each) => each.parent_id === group).reduce((sum, each) => sum + below(content, each.id), 0)
