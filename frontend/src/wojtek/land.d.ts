declare module "virtual:land" {
  const land: { rings: number[][]; borders: number[][] };
  export default land;
}
