/** An optimizer as a list of scanned devices holds it. */
export const deviceRow = (sn: string) => ({
  id: sn,
  sn,
  kind: 'optimizer' as const,
  brand: '',
  model: '',
  name: '',
  gatewayId: null,
  parentId: null,
  stringNo: null,
  position: null,
})
