// The 3D models of the table: foam dice with soft edges, boards and barrels.
import {
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  ExtrudeGeometry,
  Group,
  LatheGeometry,
  Mesh,
  MeshLambertMaterial,
  Shape,
  Vector2,
  type Material,
} from "three";
import { boardTexture, faceCell, dieTexture } from "./textures-3d";
import { FACE_DIRECTIONS } from "./geometry";
import type { Colour, Sizes, Vec } from "./view";

const SOFT = 3.4;

/** Return a cube with round edges; every face has its place in the texture of the die. */
export function dieGeometry(edge: number): BufferGeometry {
  const half = edge / 2,
    flat = half - SOFT,
    lines = [
      -half,
      -flat - SOFT * 0.62,
      -flat - SOFT * 0.28,
      -flat,
      flat,
      flat + SOFT * 0.28,
      flat + SOFT * 0.62,
      half,
    ];
  const places: number[] = [],
    normals: number[] = [],
    uvs: number[] = [],
    corners: number[] = [];
  for (const [face, out] of FACE_DIRECTIONS) {
    const u: Vec = out[0] ? [0, out[0], 0] : out[1] ? [0, 0, out[1]] : [out[2], 0, 0],
      v: Vec = [out[1] * u[2] - out[2] * u[1], out[2] * u[0] - out[0] * u[2], out[0] * u[1] - out[1] * u[0]];
    const first = places.length / 3,
      [column, row] = faceCell(face),
      n = lines.length;
    for (const b of lines)
      for (const a of lines) {
        const cube = [0, 1, 2].map((i) => out[i]! * half + u[i]! * a + v[i]! * b),
          core = cube.map((part) => Math.max(-flat, Math.min(flat, part)));
        const away = cube.map((part, i) => part - core[i]!),
          long = Math.hypot(...away) || 1;
        normals.push(...away.map((part) => part / long));
        places.push(...core.map((part, i) => part + (away[i]! / long) * SOFT));
        uvs.push((column + 0.5 + (a / edge) * 0.98) / 3, 1 - (row + 0.5 - (b / edge) * 0.98) / 2);
      }
    for (let y = 0; y < n - 1; y++)
      for (let x = 0; x < n - 1; x++) {
        const at = first + y * n + x;
        corners.push(at, at + 1, at + n + 1, at, at + n + 1, at + n);
      }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
  geometry.setAttribute("uv", new BufferAttribute(new Float32Array(uvs), 2));
  geometry.setIndex(corners);
  return geometry;
}

export class Meshes {
  private readonly die: BufferGeometry;
  private readonly board: BufferGeometry;
  private readonly drum: BufferGeometry;
  private readonly lid: BufferGeometry;
  private readonly foam = new Map<string, Material>();
  private readonly red = new MeshLambertMaterial({ color: "#d83a2b" });
  private readonly grey = new MeshLambertMaterial({ color: "#c3c7bf" });

  constructor(private readonly sizes: Sizes) {
    const [long, wide, thick] = sizes.board,
      [across, high] = sizes.barrel,
      r = across / 2;
    this.die = dieGeometry(sizes.die);
    this.board = new ExtrudeGeometry(outline(long, wide, 16), {
      depth: thick,
      bevelEnabled: false,
      curveSegments: 8,
    }).translate(0, 0, -thick / 2);
    const ribs = [0, 0.04, 0.3, 0.335, 0.37, 0.63, 0.665, 0.7, 0.96, 1],
      bulge = [0.94, 1, 1, 1.05, 1, 1, 1.05, 1, 1, 0.94];
    this.drum = new LatheGeometry(
      ribs.map((at, i) => new Vector2(r * bulge[i]! * 0.96, (at - 0.5) * high)),
      28,
    ).rotateX(Math.PI / 2);
    this.lid = new CircleGeometry(r * 0.9, 28);
  }

  makeMesh(kind: "die" | "board" | "barrel", colour: string): Mesh | Group {
    const thing =
      kind === "die"
        ? new Mesh(
            this.die,
            this.material(`die ${colour}`, () => new MeshLambertMaterial({ map: dieTexture(colour as Colour) })),
          )
        : kind === "board"
          ? new Mesh(this.board, this.boardMaterials(colour))
          : this.barrel();
    thing.traverse((part) => {
      part.castShadow = true;
      part.receiveShadow = true;
    });
    return thing;
  }
  private boardMaterials(colour: string): Material[] {
    const [long, wide] = this.sizes.board;
    const top = this.material(`board ${colour}`, () => {
      const map = boardTexture(colour, long, wide);
      map.repeat.set(1 / long, 1 / wide);
      map.offset.set(0.5, 0.5);
      return new MeshLambertMaterial({ map });
    });
    return [top, this.material(`edge ${colour}`, () => new MeshLambertMaterial({ color: colour }))];
  }
  private barrel(): Group {
    const barrel = new Group(),
      high = this.sizes.barrel[1],
      top = new Mesh(this.lid, this.grey),
      bottom = new Mesh(this.lid, this.grey);
    top.position.z = high / 2 - 1;
    bottom.position.z = 1 - high / 2;
    bottom.rotation.x = Math.PI;
    return barrel.add(new Mesh(this.drum, this.red), top, bottom);
  }
  private material(name: string, make: () => Material): Material {
    const known = this.foam.get(name) ?? make();
    this.foam.set(name, known);
    return known;
  }
}

function outline(long: number, wide: number, round: number): Shape {
  const x = long / 2,
    y = wide / 2,
    shape = new Shape();
  shape.moveTo(-x + round, -y);
  shape.lineTo(x - round, -y).absarc(x - round, -y + round, round, -Math.PI / 2, 0, false);
  shape.lineTo(x, y - round).absarc(x - round, y - round, round, 0, Math.PI / 2, false);
  shape.lineTo(-x + round, y).absarc(-x + round, y - round, round, Math.PI / 2, Math.PI, false);
  shape.lineTo(-x, -y + round).absarc(-x + round, -y + round, round, Math.PI, Math.PI * 1.5, false);
  return shape;
}
