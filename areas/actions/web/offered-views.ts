/** Without the second version of action plans there are their list and gantt (ACT-34). */
export const offeredViews = <V extends { readonly gantt: unknown }>(views: V, flags: Readonly<Record<string, boolean>>): V | Pick<V, 'gantt'> =>
  flags.action_plan_v2 === false ? { gantt: views.gantt } : views
