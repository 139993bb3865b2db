/**
 * First-level regions to choose from, where they are few and settled. Elsewhere, and beside the list, a region is
 * typed. An entry is the name as it is stored, and after `=` how it is written in Chinese.
 */
const table: Readonly<Record<string, string>> = {
  CN: `
    Beijing=北京; Tianjin=天津; Hebei=河北; Shanxi=山西; Inner Mongolia=内蒙古; Liaoning=辽宁; Jilin=吉林;
    Heilongjiang=黑龙江; Shanghai=上海; Jiangsu=江苏; Zhejiang=浙江; Anhui=安徽; Fujian=福建; Jiangxi=江西;
    Shandong=山东; Henan=河南; Hubei=湖北; Hunan=湖南; Guangdong=广东; Guangxi=广西; Hainan=海南; Chongqing=重庆;
    Sichuan=四川; Guizhou=贵州; Yunnan=云南; Tibet=西藏; Shaanxi=陕西; Gansu=甘肃; Qinghai=青海; Ningxia=宁夏;
    Xinjiang=新疆`,
  US: `
    Alabama; Alaska; Arizona; Arkansas; California; Colorado; Connecticut; Delaware;
    District of Columbia; Florida; Georgia; Hawaii; Idaho; Illinois; Indiana; Iowa; Kansas; Kentucky;
    Louisiana; Maine; Maryland; Massachusetts; Michigan; Minnesota; Mississippi; Missouri; Montana;
    Nebraska; Nevada; New Hampshire; New Jersey; New Mexico; New York; North Carolina; North Dakota;
    Ohio; Oklahoma; Oregon; Pennsylvania; Rhode Island; South Carolina; South Dakota; Tennessee; Texas;
    Utah; Vermont; Virginia; Washington; West Virginia; Wisconsin; Wyoming`,
  DE: `
    Baden-Württemberg; Bayern; Berlin; Brandenburg; Bremen; Hamburg; Hessen; Mecklenburg-Vorpommern;
    Niedersachsen; Nordrhein-Westfalen; Rheinland-Pfalz; Saarland; Sachsen; Sachsen-Anhalt;
    Schleswig-Holstein; Thüringen`,
  AU: `
    Australian Capital Territory; New South Wales; Northern Territory; Queensland; South Australia;
    Tasmania; Victoria; Western Australia`,
  ES: `
    Andalucía; Aragón; Asturias; Canarias; Cantabria; Castilla y León; Castilla-La Mancha; Cataluña;
    Ceuta; Comunidad de Madrid; Comunidad Valenciana; Extremadura; Galicia; Illes Balears; La Rioja;
    Melilla; Murcia; Navarra; País Vasco`,
  BR: `
    Acre; Alagoas; Amapá; Amazonas; Bahia; Ceará; Distrito Federal; Espírito Santo; Goiás; Maranhão;
    Mato Grosso; Mato Grosso do Sul; Minas Gerais; Pará; Paraíba; Paraná; Pernambuco; Piauí;
    Rio de Janeiro; Rio Grande do Norte; Rio Grande do Sul; Rondônia; Roraima; Santa Catarina;
    São Paulo; Sergipe; Tocantins`,
  IN: `
    Andaman and Nicobar Islands; Andhra Pradesh; Arunachal Pradesh; Assam; Bihar; Chandigarh;
    Chhattisgarh; Dadra and Nagar Haveli and Daman and Diu; Delhi; Goa; Gujarat; Haryana;
    Himachal Pradesh; Jammu and Kashmir; Jharkhand; Karnataka; Kerala; Ladakh; Lakshadweep;
    Madhya Pradesh; Maharashtra; Manipur; Meghalaya; Mizoram; Nagaland; Odisha; Puducherry; Punjab;
    Rajasthan; Sikkim; Tamil Nadu; Telangana; Tripura; Uttar Pradesh; Uttarakhand; West Bengal`,
  ZA: `
    Eastern Cape; Free State; Gauteng; KwaZulu-Natal; Limpopo; Mpumalanga; North West; Northern Cape;
    Western Cape`,
}

export type Region = { name: string; zh_CN: string }

/** Empty for a country without a list. */
export const regionsOf = (country: string): Region[] =>
  (Object.hasOwn(table, country) ? (table[country] ?? '') : '')
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [name = '', chinese = name] = entry.split('=')
      return { name, zh_CN: chinese }
    })
