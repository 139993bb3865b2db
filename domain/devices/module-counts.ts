/**
 * Optimizers that are made for two modules each, from the makers' data sheets. Their power is that of both modules,
 * so it is not compared with that of one.
 */
const twoModules: Readonly<Record<string, readonly string[]>> = {
  SOLAREDGE: ['P600', 'P650', 'P730', 'P800P', 'P800S', 'P850', 'P950', 'P1100'],
  HUAWEI: ['SUN2000-1100W-P', 'SUN2000-1300W-P'],
}

const ofAnyMaker = Object.values(twoModules).flat()

/** How many modules an optimizer of this model is made for: 2, or null when the model is not known to take more than one; the brand may be unknown (empty). */
export const modulesOfOptimizer = (brand: string, model: string): 2 | null => {
  const maker = brand.trim().toUpperCase()
  const models = maker === '' ? ofAnyMaker : twoModules[maker]
  return models?.includes(model.trim().toUpperCase()) === true ? 2 : null
}
