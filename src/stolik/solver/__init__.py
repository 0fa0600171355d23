from stolik.solver.tileset import STANDARD, TileSet
